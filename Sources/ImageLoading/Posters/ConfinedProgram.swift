import CConfinedChild
import FoundationEssentials
import Glibc

/// Another program, which may take so much and no more.
enum ConfinedProgram {
  /// What it may take.
  struct Limits: Sendable {
    /// On the wall, and of processor time.
    var time = Duration.seconds(10)
    var memoryBytes = 1 << 30
    /// What it may write to its standard output.
    var outputBytes = 32 << 20
  }

  /// Why there is no output.
  enum Failure: Error, Hashable {
    case cancelled
    case noProcess
    case noOutput
    /// It wrote nothing and ended with a status, which says that it could not do its work.
    case ended(status: Int32)
    /// It wrote nothing until a signal ended it, such as that of a limit.
    case killed(signal: Int32)
    case tooLong
    case tooMuchOutput
  }

  /// One or more programs that have one time together.
  struct Run: ~Copyable {
    private let limits: Limits
    /// While the machine sleeps, no program can write.
    private let end: SuspendingClock.Instant

    init(_ limits: Limits) {
      self.limits = limits
      end = .now + limits.time
    }

    /// Returns what a program writes until it closes its output; it is ended then, or when it is canceled.
    ///
    /// - Parameter mayFail: whether a program that fails counts as one that says nothing.
    func output(
      of path: String, _ arguments: [[UInt8]], mayFail: Bool = false, _ isCancelled: () -> Bool
    ) throws(Failure) -> Data {
      let child = try Self.start(path, arguments, limits)
      defer { withUnsafePointer(to: child) { confined_child_end($0) } }
      var output = Data()
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        if isCancelled() { throw .cancelled }
        let count = withUnsafePointer(to: child) { child in
          confined_child_read(child, &buffer, buffer.count, 20)
        }
        if count == 0 {
          let status = output.isEmpty && !mayFail ? Self.status(of: child) : 0
          if status > 255 { throw .killed(signal: status - 256) }
          if status > 0 { throw .ended(status: status) }
          return output
        }
        // What has come meanwhile is taken: this process may have been stopped.
        if .now > (count < 0 ? end : end + limits.time) { throw .tooLong }
        if count < 0 { continue }
        output.append(contentsOf: buffer[..<count])
        if output.count > limits.outputBytes { throw .tooMuchOutput }
      }
    }

    /// Most programs end at once when they have closed their output.
    private static func status(of child: ConfinedChild) -> Int32 {
      withUnsafePointer(to: child) { confined_child_status($0, 100) }
    }

    private static func start(
      _ path: String, _ arguments: [[UInt8]], _ limits: Limits
    ) throws(Failure) -> ConfinedChild {
      let texts = ([Array(path.utf8)] + arguments).map { bytes in
        strdup(bytes.map { CChar(bitPattern: $0) } + [0])
      }
      defer { for text in texts { free(text) } }
      let most = ConfinedLimits(
        memory: UInt64(limits.memoryBytes),
        // Programs of several threads take more of the processor than of the wall.
        seconds: UInt32(max(1, limits.time.components.seconds) * 4))
      var child = ConfinedChild()
      let isStarted = confined_child_execute(&child, most, path, texts + [nil])
      guard isStarted else { throw .noProcess }
      return child
    }
  }
}
