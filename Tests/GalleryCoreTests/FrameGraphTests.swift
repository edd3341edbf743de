import FramePacing
import Raster
import Testing

@testable import GalleryCore

@Suite struct FrameGraphTests {
  @Test func `without colors, a bar of several phases has no gaps`() {
    var profiler = FrameProfiler(budget: .milliseconds(16))
    var record = FrameRecord()
    record.overrun = .milliseconds(-2)
    (record.times.update, record.times.draw) = (.milliseconds(5), .milliseconds(3))
    record.times.present = .milliseconds(6)
    profiler.record(record)
    let surface = graph(of: profiler, hasColors: false)
    #expect(
      surface.textLines.map { String($0.last ?? " ") } == ["▁", "▁"]
        + Array(repeating: "█", count: 6))
  }

  /// The graph of a session, as small as it may be, with seven rows for the budget.
  private func graph(of profiler: FrameProfiler, hasColors: Bool = true) -> Surface {
    var surface = Surface(size: CellSize(columns: FrameGraph.fewestColumns, rows: 8))
    FrameGraph(of: profiler, hasColors: hasColors, .dark).draw(into: &surface, in: surface.bounds)
    return surface
  }

  @Test func `a late bar keeps its phases and the terminal's under a cap`() {
    var profiler = FrameProfiler(budget: .milliseconds(14))
    var record = FrameRecord()
    record.overrun = .milliseconds(30)
    (record.times.draw, record.times.present) = (.milliseconds(33), .milliseconds(11))
    record.linkNumber = 1
    profiler.record(record)
    profiler.answered(1, at: .milliseconds(33), roundTrip: .zero)
    // 77 ms in 7 rows: three of draw, one of present, three of the terminal's 33 ms.
    let surface = graph(of: profiler)
    let column = FrameGraph.fewestColumns - 1
    let colors = (0..<8).map { surface[column, $0].background }
    let phases = [FramePhase.terminal, .terminal, .terminal, .present, .draw, .draw, .draw]
    #expect(colors == [Theme.dark.failure] + phases.map(Theme.dark.color(of:)))
    #expect(surface.textLines[0].contains("+30.0"))
  }

  @Test(arguments: [
    (7, ["16.7", "", "", " 8.3", "", "", "0 ms"]), (6, ["16.7", "", "", "", "", "0 ms"]),
  ])
  func `the graph has a scale, with half the budget where a row begins there`(
    rows: Int, labels: [String]
  ) {
    var surface = Surface(size: CellSize(columns: 30, rows: rows))
    FrameGraph(of: FrameProfiler(budget: .nanoseconds(16_666_667)), hasColors: true, .dark)
      .draw(into: &surface, in: surface.bounds)
    let texts = surface.textLines.map { String($0.prefix(4)) }
    #expect(texts == labels)
  }

  @Test(arguments: [
    ([30.0, -9, -9, -9, -9, -9, -9, -9, -9], "14.0 ▁ +30.0▁▁▁"),
    ([-9, -9, -9, -9, -9, -9, 30, -9], "14.0 ▁▁▁+30.0 ▁"),
    ([-9, -9, 4, 30, 4, -9, -9, -9, -9], "14.0 +30   ▁▁▁▁"),
    ([4, 30, -9, -9, -9, -9, -9, -9], "14.0 ▁▁  +30.0▁"),
  ])
  func `an overrun stands beside its bar, and covers no other late one`(
    overruns: [Double], row: String
  ) {
    var profiler = FrameProfiler(budget: .milliseconds(14))
    for overrun in overruns {
      var record = FrameRecord()
      record.overrun = .milliseconds(overrun)
      profiler.record(record)
    }
    #expect(graph(of: profiler).textLines[0] == row)
  }
}
