import GalleryCore
import PrefetchLab
import Prefetching
import Raster
import Recordings
import Testing

@Suite struct LaboratoryTests {
  private static let trace = ScrollTrace(
    name: "a<b & c",
    recording: SessionRecording(
      screen: CellSize(columns: 80, rows: 24), itemCount: 200,
      moments: (0..<20).map { .init(at: .milliseconds(500 + 100 * $0), .key(.down)) },
      end: .seconds(4)))

  private func cells(isBounded: Bool = true) -> [LaboratoryCell] {
    let laboratory = Laboratory(
      traces: [Self.trace], links: Array(Link.library[..<2]), policies: [.off, .adaptive], seed: 1,
      isBounded: isBounded)
    return laboratory.questions.map(laboratory.cell)
  }

  @Test func `every trace is played over every link with every policy`() throws {
    let cells = cells()
    #expect(cells.map(\.link) == ["loopback", "lan"])
    for cell in cells {
      #expect(cell.policies == [.off, .adaptive])
      let bound = try #require(cell.bound)
      #expect(bound.tileMs <= bound.scheduleTileMs)
      #expect(cell.policies.allSatisfy { cell.ratio(of: $0) ?? 0 >= 1 })
    }
    #expect(self.cells(isBounded: false).allSatisfy { $0.bounds == nil })
  }

  @Test func `the table keeps to 120 columns`() {
    let lines = "\(LaboratoryTable(cells()))".split(separator: "\n")
    #expect(lines.count == 2 * (1 + 3))
    #expect(lines.allSatisfy { $0.count <= 120 })
  }

  @Test func `a plot has a mark for each policy, and escapes a hostile name`() {
    let plot = "\(LinkPlot(cells().filter { $0.link == "lan" }))"
    #expect(plot.hasPrefix("<svg ") && plot.hasSuffix("</svg>\n"))
    // Each in the panel and in the legend.
    #expect(plot.ranges(of: "<circle").count == 4)
    #expect(plot.contains("a&lt;b &amp; c") && !plot.contains("a<b"))
    #expect("\(LinkPlot([]))".hasSuffix("</svg>\n"))
  }
}
