import CConfinedChild
import Glibc

/// A confined program whose output is read as it comes; it is killed when the last reference ends.
///
/// It is a class: in debug builds, Swift 6.3 never ends a noncopyable structure with an `Instant`.
final class RunningProgram {
  private let child: ConfinedChild
  /// The wall-clock time, and the deadline by a clock that stops while the machine sleeps.
  private(set) var time: Duration
  private var end: SuspendingClock.Instant

  /// - Parameter input: the bytes of its standard input.
  init(
    _ path: String, _ arguments: [[UInt8]], _ input: UnsafeRawBufferPointer?,
    _ limits: ConfinedProgram.Limits, end: SuspendingClock.Instant
  ) throws(ConfinedProgram.Failure) {
    let texts = ([Array(path.utf8)] + arguments).map { bytes in
      strdup(bytes.map { CChar(bitPattern: $0) } + [0])
    }
    defer { for text in texts { free(text) } }
    let most = ConfinedLimits(
      memory: UInt64(limits.memoryBytes), seconds: UInt32(limits.processorSeconds))
    let input = ConfinedInput(bytes: input?.baseAddress, count: input?.count ?? 0)
    var started = ConfinedChild()
    guard confined_child_execute(&started, most, path, texts + [nil], input) else {
      throw .noProcess
    }
    child = started
    time = limits.time
    self.end = end
  }

  deinit { withUnsafePointer(to: child) { confined_child_end($0) } }

  /// Replaces the time limit, which counts from now on.
  func restart(limit: Duration) {
    time = limit
    end = .now + limit
  }

  /// Waits briefly for output.
  ///
  /// - Returns: the number of bytes read, 0 at the end of the output; nil if there is none yet.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConfinedProgram.Failure) -> Int? {
    let count = withUnsafePointer(to: child) { child in
      confined_child_read(child, buffer.baseAddress, buffer.count, 20)
    }
    if count == 0 { return 0 }
    // Output that arrived meanwhile is accepted, because this process may have been stopped.
    if .now > (count < 0 ? end : end + time) { throw .tooLong }
    return count < 0 ? nil : count
  }

  /// Waits briefly for an array's worth of output.
  func read(into buffer: inout [UInt8]) throws(ConfinedProgram.Failure) -> Int? {
    let result = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(ConfinedProgram.Failure) in try read(into: bytes) }
    }
    return try result.get()
  }

  /// Checks the way in which a program ended that has closed its output.
  func checkEnd(hasOutput: Bool) throws(ConfinedProgram.Failure) {
    // Most programs end immediately after closing their output.
    let status = withUnsafePointer(to: child) { confined_child_status($0, 100) }
    if status > 255 { throw .killed(signal: status - 256) }
    if status > 0, !hasOutput { throw .ended(status: status) }
  }
}
