import Dispatch
import Glibc
import PrefetchLab
import Synchronization

/// Has a laboratory answer all of its questions, as many at a time as there are processors.
struct LaboratoryRun {
  private let laboratory: Laboratory
  private let isWatched = isatty(STDERR_FILENO) == 1

  init(_ laboratory: Laboratory) { self.laboratory = laboratory }

  /// The cells in the order of the questions; says how far it is where a person waits for it.
  func cells() -> [LaboratoryCell] {
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
