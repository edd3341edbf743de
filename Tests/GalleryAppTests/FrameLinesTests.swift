import Foundation
import FramePacing
import Raster
import Testing

@testable import GalleryApp

@Suite struct FrameLinesTests {
  private static let header = LogHeader(
    budget: .microseconds(16_667), size: CellSize(columns: 80, rows: 24), presenter: "direct")

  private func text(_ moments: [SessionMoment]) -> String {
    var lines = FrameLines()
    var text = JSONText()
    lines.appendHeader(Self.header, in: &text)
    for moment in moments { lines.append(moment, to: &text) }
    lines.end(in: &text)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  @Test func `a log starts with a header, and has a line for each frame, answer and mark`() {
    var late = FrameRecord()
    late.cause = .key(.down)
    late.times.input = .microseconds(125)
    late.times.draw = .nanoseconds(40_000_900)
    late.wait.phase = .terminalWait
    late.wait.time = .microseconds(80_250)
    late.overrun = .nanoseconds(113_333_000)
    late.presentedAt = .seconds(2)
    late.bytes = 1_234
    late.tiles = 9
    late.movedRows = -10
    late.loads = 3
    var early = FrameRecord()
    early.overrun = .microseconds(-1_500)
    #expect(
      text([
        .frame(late), .answer(late), .frame(early), .mark("here", at: .milliseconds(2_500)),
        .lost(7),
      ]) == """
        {"type":"header","version":2,"budget_ms":16.667,"columns":80,"rows":24,"presenter":"direct"}
        {"type":"frame","frame":0,"presented_at_ms":2000.000,"overrun_ms":113.333,"cause":"key ↓",\
        "blame":"terminal_wait","link_wait_ms":0.000,"terminal_wait_ms":80.250,"cpu_wait_ms":9.624,\
        "input_ms":0.125,"update_ms":0.000,"draw_ms":40.000,\
        "overlay_ms":0.000,"present_ms":0.000,"cpu_ms":0.000,"tiles":9,"moved_rows":-10,"loads":3,\
        "bytes":1234}
        {"type":"answer","frame":0,"terminal_ms":0.000}
        {"type":"frame","frame":0,"presented_at_ms":0.000,"overrun_ms":-1.500,"cause":"a timer",\
        "blame":null,"link_wait_ms":0.000,"terminal_wait_ms":0.000,"cpu_wait_ms":15.167,"input_ms":0.000,"update_ms":0.000,"draw_ms":0.000,\
        "overlay_ms":0.000,"present_ms":0.000,"cpu_ms":0.000,"tiles":0,"moved_rows":0,"loads":0,\
        "bytes":0}
        {"type":"mark","at_ms":2500.000,"text":"here"}
        {"type":"lost","count":7}

        """)
  }

  @Test(arguments: ["a \"quoted\\ text", "\u{0}\u{7}\n\u{1B}[2J\u{7F}", "שלום 👩‍👩‍👧 é"])
  func `any text is read as it was written`(mark: String) throws {
    let last = try #require(text([.mark(mark, at: .zero)]).split(separator: "\n").last)
    let object = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
    #expect(object?["text"] as? String == mark)
    #expect(!last.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
  }
}
