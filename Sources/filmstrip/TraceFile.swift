import Dispatch
import Glibc
import ImageLoading
import Synchronization

/// A file that gets one JSON object a line for every load that has ended.
///
/// Lines are made and written on a queue of its own at low priority, so that a slow disk holds up
/// neither frames nor loads.
final class TraceFile: Sendable {
  private struct State {
    var isFinished = false
    /// What went wrong first; nothing is written after it.
    var problem: (any Error)?
  }

  private let file: Descriptor
  private let queue = DispatchQueue(label: "trace", qos: .utility)
  private let state = Mutex(State())

  /// Creates the file, or empties it.
  ///
  /// - Throws: when it can't be written, and when it is a terminal, a pipe or a device: those could
  ///   hold the program up or garble its screen.
  init(path: String) throws(StartError) {
    // Without blocking: a pipe that nobody reads would keep `open` waiting for ever.
    let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard number >= 0 else {
      throw errno == ENXIO
        ? StartError.notAFile("--trace \(path)") : .system("--trace \(path)", errno)
    }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      ftruncate(number, 0) == 0
    else {
      close(number)
      throw StartError.notAFile("--trace \(path)")
    }
    file = Descriptor(number: number)
  }

  deinit { close(file.number) }

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
      let problem = state.withLock { state in
        state.isFinished = true
        return state.problem
      }
      if let problem { throw problem }
    }
  }

  private func write(_ load: LoadTrace) {
    guard state.withLock({ !$0.isFinished && $0.problem == nil }) else { return }
    do {
      try file.write(TraceLine(load).json())
    } catch {
      state.withLock { $0.problem = error }
    }
  }
}
