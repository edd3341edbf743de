import Raster
import Testing

@testable import TerminalUI

@Suite struct SixelRegistersTests {
  @Test(
    arguments: [
      ([.mode(1070, setting: 1), .colorRegisters(16)], SixelRegisters.own(16)),
      ([.mode(1070, setting: 3), .colorRegisters(300)], .own(256)),
      ([.mode(1070, setting: 2), .colorRegisters(300)], .shared),
      ([.mode(1070, setting: 0), .colorRegisters(1024)], .shared),
      ([.mode(1070, setting: 1)], .shared), ([.colorRegisters(256)], .shared),
    ] as [([TerminalReply], SixelRegisters)])
  func `registers are shared unless the terminal tells their number, and that pictures own them`(
    replies: [TerminalReply], registers: SixelRegisters
  ) {
    var identity = TerminalIdentity(
      window: WindowSize(cells: CellSize(columns: 80, rows: 24)), isUTF8: true,
      environment: { $0 == "TERM" ? "xterm" : nil })
    identity.beginRound()
    for reply in replies + [.attributes([62, 4])] { identity.receive(reply) }
    #expect(identity.features.graphics == .sixel(registers))
  }
}
