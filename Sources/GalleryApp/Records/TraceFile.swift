import Dispatch
import ImageLoading
import Synchronization

/// An output that gets one JSON object a line for every load that has ended.
///
/// A queue of its own makes and writes the lines at low priority. So a slow disk or reader holds up neither
/// frames nor loads.
final class TraceFile: Sendable {
  private struct State {
    let file: OutputFile
    var isFinished = false
    /// What went wrong first; nothing is written after it.
    var problem: (any Error)?
  }

  private let queue = DispatchQueue(label: "trace", qos: .utility)
  /// Locked on the queue only.
  private let state: Mutex<State>

  /// - Parameter isHeadless: the terminal is free for lines.
  /// - Throws: when it can't be written.
  init(path: String, isHeadless: Bool) throws(OutputError) {
    let option = "--trace"
    let file = try OutputFile(path: path, option: option)
    guard isHeadless || !file.isOwnTerminal else {
      throw OutputError("\(option) \(path)", "the pictures are shown there; name another output")
    }
    state = Mutex(State(file: file))
  }

  /// Any thread; returns without waiting.
  func record(_ load: LoadTrace) {
    queue.async { self.write(load) }
  }

  /// Waits until everything recorded so far is written; what comes later never is, as the loads
  /// that are given up because the program leaves.
  ///
  /// - Throws: what kept lines from being written.
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
      do { try state.file.append(TraceLine(load).json()) } catch { state.problem = error }
    }
  }
}
