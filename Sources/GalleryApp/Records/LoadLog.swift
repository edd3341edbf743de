import Dispatch
import ImageLoading
import Synchronization

/// Writes one line of JSON for every finished load.
///
/// Its own queue encodes and writes the lines at low priority, so a slow disk or reader delays
/// neither frames nor loads.
final class LoadLog: Sendable {
  private struct State {
    let file: OutputFile
    var isFinished = false
    /// The first error; nothing is written after it.
    var problem: (any Error)?
  }

  private let queue = DispatchQueue(label: "loads", qos: .utility)
  /// The state, locked only on the queue.
  private let state: Mutex<State>

  /// - Parameter isHeadless: whether lines may be written to the terminal.
  /// - Throws: if the file can't be written.
  init(path: String, isHeadless: Bool) throws(OutputError) {
    let option = "--loads"
    let file = try OutputFile(path: path, option: option)
    guard isHeadless || !file.isOwnTerminal else {
      throw OutputError(ownTerminal: "\(option) \(path)")
    }
    state = Mutex(State(file: file))
  }

  /// Records a finished load, from any thread, without waiting.
  func record(_ load: LoadTrace) {
    queue.async { self.write(load) }
  }

  /// Waits until everything recorded so far is written.
  ///
  /// Later loads, such as those canceled when the program leaves, are never written.
  ///
  /// - Throws: the error that stopped writing.
  func finish() throws {
    try queue.sync {
      try state.withLock { state in
        state.isFinished = true
        if let problem = state.problem { throw problem }
        try state.file.finish()
      }
    }
  }

  private func write(_ load: LoadTrace) {
    state.withLock { state in
      guard !state.isFinished, state.problem == nil else { return }
      do { try state.file.append(LoadLine(load).json([]).utf8) } catch { state.problem = error }
    }
  }
}
