import Glibc
import PrefetchLab

/// What the laboratory writes for the documentation.
struct LaboratoryFiles {
  private let cells: [LaboratoryCell]

  init(_ cells: [LaboratoryCell]) { self.cells = cells }

  /// A plot for every link, into a folder that is made if there is none.
  func writePlots(to folder: String) throws(OutputError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw OutputError("--plots \(folder)", code: errno)
    }
    for link in Set(cells.map(\.link)).sorted() {
      let plot = LinkPlot(cells.filter { $0.link == link })
      let path = "\(folder)/\(LaboratoryPage.plotName(ofLink: link))"
      try OutputFile(path: path, option: "--plots").write(plot.description.utf8)
    }
  }

  /// The tables and verdicts, into a page that has marks for them.
  func writePage(to path: String) throws {
    let file = try OutputFile(path: path, option: "--page")
    let old = String(decoding: try FileBytes.read(path), as: UTF8.self)
    guard let page = LaboratoryPage(cells).written(into: old) else {
      throw BenchFailure(description: "--page \(path): no marks to write between")
    }
    try file.write(page.utf8)
  }
}
