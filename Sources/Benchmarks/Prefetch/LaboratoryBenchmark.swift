import Dispatch
import GalleryApp
import Glibc
import PrefetchLab
import Synchronization

/// The laboratory: has it answer all of its questions, as many at a time as there are processors.
package struct LaboratoryBenchmark {
  private let laboratory: Laboratory
  private let seed: UInt64
  private let isWatched = isatty(STDERR_FILENO) == 1

  /// - Parameter seed: what the laboratory's traces and sizes were drawn from, for the report.
  package init(_ laboratory: Laboratory, seed: UInt64) {
    self.laboratory = laboratory
    self.seed = seed
  }

  /// Prints the tables and verdicts, or everything as JSON.
  ///
  /// - Parameters:
  ///   - plots: a folder that a plot for every link is written into; it is made if there is none.
  ///   - page: a page whose marks get plots' names, tables and verdicts between them.
  /// - Throws: `OutputError`, and `BenchFailure` for a page without marks.
  package func run(asJSON: Bool, plots: String?, page: String?) throws {
    let cells = cells()
    if let plots { try writePlots(of: cells, to: plots) }
    if let page { try write(cells, into: page) }
    try StandardOutput.write(
      asJSON
        ? LaboratoryReport(cells, seed: seed).benchJSON()
        : "\(LaboratoryTable(cells))\n" + LaboratoryTable.sentences(of: cells.verdicts))
  }

  /// The cells in the order of the questions; says how far it is where a person waits for it.
  private func cells() -> [LaboratoryCell] {
    let questions = laboratory.questions
    let found = Mutex<[Int: LaboratoryCell]>([:])
    DispatchQueue.concurrentPerform(iterations: questions.count) { index in
      let cell = laboratory.cell(for: questions[index])
      found.withLock { cells in
        cells[index] = cell
        if isWatched { announce(cells.count, of: questions.count) }
      }
    }
    return found.withLock { cells in questions.indices.compactMap { cells[$0] } }
  }

  /// On one line, which is empty in the end.
  private func announce(_ count: Int, of all: Int) {
    let text = count < all ? "\r\(count) of \(all) cells" : "\r\u{1B}[K"
    try? Descriptor.standardError.write(text.utf8)
  }
}

// MARK: - What the documentation shows

extension LaboratoryBenchmark {
  private func writePlots(of cells: [LaboratoryCell], to folder: String) throws(OutputError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw OutputError("--plots \(folder)", code: errno)
    }
    for link in Set(cells.map(\.link)).sorted() {
      let plot = LinkPlot(cells.filter { $0.link == link })
      let path = "\(folder)/\(LaboratoryPage.plotName(ofLink: link))"
      try OutputFile(path: path, option: "--plots").write(plot.description.utf8)
    }
  }

  private func write(_ cells: [LaboratoryCell], into page: String) throws {
    let file = try OutputFile(path: page, option: "--page")
    let old = String(decoding: try FileBytes.read(page), as: UTF8.self)
    guard let text = LaboratoryPage(cells).written(into: old) else {
      throw BenchFailure(description: "--page \(page): no marks to write between")
    }
    try file.write(text.utf8)
  }
}
