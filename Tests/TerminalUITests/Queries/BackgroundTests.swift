import Raster
import Testing

@testable import TerminalUI

@Suite struct BackgroundTests {
  private func identity(_ environment: [String: String]) -> TerminalIdentity {
    TerminalIdentity(
      window: WindowSize(cells: CellSize(columns: 80, rows: 24)), isUTF8: true,
      environment: { environment[$0] })
  }

  @Test(arguments: [
    ("0;default;15", 0xFF_FFFF), ("default;default;0", 0x00_0000), ("0;7", 0xE5_E5E5),
  ])
  func `the environment tells the background of a terminal that does not`(
    text: String, color: UInt32
  ) {
    var identity = identity(["COLORFGBG": text])
    #expect(identity.features.ownColors.background == Color(rawValue: color), "before any answer")
    identity.beginRound()
    identity.receive(.attributes([1, 2]))
    #expect(identity.features.ownColors.background == Color(rawValue: color))
    identity.receive(.background(Color(rawValue: 0x12_3456)))
    #expect(
      identity.features.ownColors.background == Color(rawValue: 0x12_3456), "its own word counts")
  }

  @Test func `colors that a terminal reports count, those of an earlier round no more`() {
    var identity = identity([:])
    let (text, yellow) = (Color(rawValue: 0xDC_DCCC), Color(rawValue: 0x8F_BCBB))
    identity.beginRound()
    identity.receive(.foreground(text))
    identity.receive(.paletteColor(3, yellow))
    identity.receive(.paletteColor(200, yellow))
    #expect(identity.features.ownColors == OwnColors(), "before the round ends")
    identity.receive(.attributes([1, 2]))
    var own = OwnColors()
    (own.text, own.yellow) = (text, yellow)
    #expect(identity.features.ownColors == own)
    identity.beginRound()
    identity.receive(.attributes([1, 2]))
    #expect(identity.features.ownColors == OwnColors())
  }

  @Test(arguments: ["", ";", "15;default", "0;3", "x"])
  func `a background that the environment does not name is unknown`(text: String) {
    #expect(identity(["COLORFGBG": text]).features.ownColors.background == nil)
  }
}
