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
      let program = try start(path, arguments, input: input)
      var output = Data()
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        if isCancelled() { throw .cancelled }
        guard let count = try program.read(into: &buffer) else { continue }
        if count == 0 {
          if !mayFail { try program.checkEnd(hasOutput: !output.isEmpty) }
          return output
        }
        output.append(contentsOf: buffer[..<count])
        if output.count > limits.outputBytes { throw .tooMuchOutput }
      }
    }

    /// Starts a program, whose output is read as it comes.
    func start(
      _ path: String, _ arguments: [[UInt8]], input: UnsafeRawBufferPointer?
    ) throws(Failure) -> RunningProgram {
      try RunningProgram(path, arguments, input, limits, end: end)
    }
  }
}
