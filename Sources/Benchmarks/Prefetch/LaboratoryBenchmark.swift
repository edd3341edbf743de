import Dispatch
import GalleryApp
import Glibc
import PrefetchLab
import Synchronization

/// A benchmark that runs all questions of some laboratories, one per processor at a time.
package struct LaboratoryBenchmark {
  private let laboratories: [Laboratory]
  private let isWatched = isatty(STDERR_FILENO) == 1

  /// - Parameter laboratories: laboratories with different seeds.
  package init(_ laboratories: [Laboratory]) {
    self.laboratories = laboratories
  }

  /// Prints the tables and verdicts, or everything as JSON.
  ///
  /// - Parameter plots: the folder for a plot of every link with the first seed; it is made if it does not exist.
  package func run(asJSON: Bool, plots: String?) throws {
    let cells = cells()
    if let plots { try writePlots(of: cells, to: plots) }
    try StandardOutput.write(
      asJSON
        ? LaboratoryReport(cells, seeds: laboratories.map(\.seed)).json()
        : "\(LaboratoryTable(cells))\n" + LaboratoryTable.sentences(of: cells.verdicts))
  }

  /// The cells in the order of the questions; reports progress on a terminal.
  private func cells() -> [LaboratoryCell] {
    let questions = laboratories.flatMap { laboratory in
      laboratory.questions.map { (laboratory: laboratory, question: $0) }
    }
    let found = Mutex<[Int: LaboratoryCell]>([:])
    DispatchQueue.concurrentPerform(iterations: questions.count) { index in
      let cell = questions[index].laboratory.cell(for: questions[index].question)
      found.withLock { cells in
        cells[index] = cell
        if isWatched { announce(cells.count, of: questions.count) }
      }
    }
    return found.withLock { cells in questions.indices.compactMap { cells[$0] } }
  }

  /// Reports progress on one line, which is cleared at the end.
  private func announce(_ count: Int, of all: Int) {
    let text = count < all ? "\r\(count) of \(all) cells" : "\r\u{1B}[K"
    try? Descriptor.standardError.write(text.utf8)
  }
}

// MARK: - Plots for the documentation

extension LaboratoryBenchmark {
  private func writePlots(of cells: [LaboratoryCell], to folder: String) throws(OutputError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw OutputError("--plots \(folder)", code: errno)
    }
    let cells = cells.ofFirstSeed
    for link in Set(cells.map(\.link)).sorted() {
      let plot = LinkPlot(cells.filter { $0.link == link })
      let path = "\(folder)/prefetch-\(link).svg"
      try OutputFile(path: path, option: "--plots").write(plot.description.utf8)
    }
  }
}
