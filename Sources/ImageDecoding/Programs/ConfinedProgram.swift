import CConfinedChild
import FoundationEssentials
import Glibc

/// Another program that works on a file of a stranger, within limits.
package enum ConfinedProgram {
  /// The most that one run may take.
  package struct Limits: Sendable {
    /// The time on the wall.
    package var time = Duration.seconds(10)
    /// Programs of several threads take more of the processors than of the wall.
    package var processorSeconds = 40
    package var memoryBytes = 1 << 30
    /// The bytes that it may write to its standard output.
    package var outputBytes = 32 << 20

    package init() {}
  }

  /// Why there is no output.
  package enum Failure: Error, Hashable {
    case cancelled
    /// The system has no process or memory left.
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
  package struct Run: ~Copyable {
    private let limits: Limits
    /// While the machine sleeps, no program can write.
    private let end: SuspendingClock.Instant

    package init(_ limits: Limits) {
      self.limits = limits
      end = .now + limits.time
    }

    /// Returns what a program writes until it closes its output; it is ended then, or when it is canceled.
    ///
    /// - Parameters:
    ///   - input: the bytes that it finds on its standard input.
    ///   - mayFail: whether a program that fails counts as one that says nothing.
    package func output(
      of path: String, _ arguments: [[UInt8]], input: UnsafeRawBufferPointer? = nil,
      mayFail: Bool = false, _ isCancelled: () -> Bool
    ) throws(Failure) -> Data {
      let child = try Self.start(path, arguments, input, limits)
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
      _ path: String, _ arguments: [[UInt8]], _ input: UnsafeRawBufferPointer?, _ limits: Limits
    ) throws(Failure) -> ConfinedChild {
      let texts = ([Array(path.utf8)] + arguments).map { bytes in
        strdup(bytes.map { CChar(bitPattern: $0) } + [0])
      }
      defer { for text in texts { free(text) } }
      let most = ConfinedLimits(
        memory: UInt64(limits.memoryBytes), seconds: UInt32(limits.processorSeconds))
      let input = ConfinedInput(bytes: input?.baseAddress, count: input?.count ?? 0)
      var child = ConfinedChild()
      let isStarted = confined_child_execute(&child, most, path, texts + [nil], input)
      guard isStarted else { throw .noProcess }
      return child
    }
  }
}
