import CConfinedChild
import FoundationEssentials
import Glibc

/// Runs another program on an untrusted file, within limits.
package enum ConfinedProgram {
  /// The limits of one run.
  package struct Limits: Sendable {
    /// The wall-clock time.
    package var time = Duration.seconds(10)
    /// The processor time, which exceeds wall-clock time for programs with several threads.
    package var processorSeconds = 40
    package var memoryBytes = 1 << 30
    /// The most bytes of its standard output.
    package var outputBytes = 32 << 20

    package init() {}
  }

  /// The reason for missing output.
  package enum Failure: Error, Hashable {
    case cancelled
    /// The system has no process or memory left.
    case noProcess
    case noOutput
    /// The program wrote nothing and ended with an error status.
    case ended(status: Int32)
    /// The program was killed by a signal, for example at a limit, so that its output is not complete.
    case killed(signal: Int32)
    case tooLong
    case tooMuchOutput
  }

  /// One or more programs that share a time limit.
  package struct Run: ~Copyable {
    private let limits: Limits
    /// The deadline by a clock that stops while the machine sleeps.
    private let end: SuspendingClock.Instant

    package init(_ limits: Limits) {
      self.limits = limits
      end = .now + limits.time
    }

    /// Returns the output of a program until it closes it; then, or on cancellation, the program is killed.
    ///
    /// - Parameters:
    ///   - input: the bytes of its standard input.
    ///   - mayFail: whether to treat a failing program as one without output.
    package func output(
      of path: String, _ arguments: [[UInt8]], input: UnsafeRawBufferPointer? = nil,
      mayFail: Bool = false, _ isCancelled: () -> Bool
    ) throws(Failure) -> Data {
      let child = try Self.spawn(path, arguments, input, limits)
      defer { withUnsafePointer(to: child) { confined_child_end($0) } }
      var output = Data()
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        if isCancelled() { throw .cancelled }
        let count = withUnsafePointer(to: child) { child in
          confined_child_read(child, &buffer, buffer.count, 20)
        }
        if count == 0 {
          let status = mayFail ? 0 : Self.status(of: child)
          if status > 255 { throw .killed(signal: status - 256) }
          if status > 0, output.isEmpty { throw .ended(status: status) }
          return output
        }
        // Output that arrived meanwhile is accepted, because this process may have been stopped.
        if .now > (count < 0 ? end : end + limits.time) { throw .tooLong }
        if count < 0 { continue }
        output.append(contentsOf: buffer[..<count])
        if output.count > limits.outputBytes { throw .tooMuchOutput }
      }
    }

    /// Most programs end immediately after closing their output.
    private static func status(of child: ConfinedChild) -> Int32 {
      withUnsafePointer(to: child) { confined_child_status($0, 100) }
    }

    private static func spawn(
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
