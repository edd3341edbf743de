import FoundationEssentials
import Raster

/// The output of a decoding child, checked against its limits.
final class ChildOutput {
  /// The time for a picture of any size, in seconds of the processor.
  ///
  /// The wall-clock time is twice as long, because the machine may be busy.
  static let leastSeconds = 5
  /// The time of a slow machine for each million pixels, in seconds.
  private static let pixelsPerSecond = 1_000_000

  private let program: RunningProgram
  private let format: ImageFormat
  private let leastSeconds: Int
  private var buffer = [UInt8](repeating: 0, count: 256 << 10)
  /// The bytes in the buffer that were not taken yet.
  private var taken = 0
  private var filled = 0
  private var hasOutput = false

  /// Starts a program on a picture.
  init(
    of path: String, _ arguments: [String], input: UnsafeRawBufferPointer, format: ImageFormat,
    maxPixels: Int, leastSeconds: Int
  ) throws(ImageDecodingError) {
    var limits = ConfinedProgram.Limits()
    limits.processorSeconds = leastSeconds + maxPixels / Self.pixelsPerSecond
    limits.time = .seconds(2 * leastSeconds)
    // Sixteen bytes for each pixel; the child lowers it once it knows the size.
    limits.memoryBytes = 256 << 20 + 16 * maxPixels
    do throws(ConfinedProgram.Failure) {
      program = try ConfinedProgram.Run(limits)
        .start(path, arguments.map { Array($0.utf8) }, input: input)
    } catch {
      throw Self.error(error, format, limits.time)
    }
    self.format = format
    self.leastSeconds = leastSeconds
  }

  /// Limits the time for the rest of the output.
  func limitTime(forPixels count: Int) {
    program.restart(limit: .seconds(2 * (leastSeconds + count / Self.pixelsPerSecond)))
  }

  // MARK: - Waiting

  /// Waits for a value of a C structure.
  func wait<Value: BitwiseCopyable>(
    for value: Value, _ isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> Value {
    while true {
      if let value = try peek(Value.self) {
        taken += MemoryLayout<Value>.size
        return value
      }
      if isCancelled() { throw .cancelled }
    }
  }

  /// Waits for a number of bytes.
  func wait(
    forBytes count: Int, _ isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if filled == taken, try !fill(), isCancelled() { throw .cancelled }
      let part = buffer[taken..<filled].prefix(count - bytes.count)
      bytes += part
      taken += part.count
    }
    return bytes
  }

  // MARK: - Polling

  /// The next value, which is not taken; nil if it has not arrived.
  func peek<Value: BitwiseCopyable>(
    _ type: Value.Type
  ) throws(ImageDecodingError) -> Value? {
    guard try has(MemoryLayout<Value>.size) else { return nil }
    return buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: taken, as: type) }
  }

  /// Takes bytes after a number of skipped ones, if all have arrived.
  func read(
    into target: UnsafeMutableRawBufferPointer, after skipped: Int
  ) throws(ImageDecodingError) -> Bool {
    guard try has(skipped + target.count) else { return false }
    let start = taken + skipped
    buffer.withUnsafeBytes { bytes in
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + target.count]))
    }
    taken = start + target.count
    return true
  }

  /// Whether a number of bytes has arrived, at most those of the longest row; reads more if necessary.
  private func has(_ count: Int) throws(ImageDecodingError) -> Bool {
    while filled - taken < count {
      if try !fill() { return false }
    }
    return true
  }

  /// Reads what has arrived; false if that is nothing.
  private func fill() throws(ImageDecodingError) -> Bool {
    if taken > 0 {
      let rest = filled - taken
      let start = taken
      buffer.withUnsafeMutableBytes { bytes in
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + rest]))
      }
      (taken, filled) = (0, rest)
    }
    do throws(ConfinedProgram.Failure) {
      guard let count = try next() else { return false }
      if count == 0 {
        try program.checkEnd(hasOutput: hasOutput)
        throw ConfinedProgram.Failure.noOutput
      }
      hasOutput = true
      filled += count
      return true
    } catch {
      throw Self.error(error, format, program.time)
    }
  }

  private func next() throws(ConfinedProgram.Failure) -> Int? {
    let start = filled
    let result = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(ConfinedProgram.Failure) in
        try program.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
      }
    }
    return try result.get()
  }

  // MARK: - Errors

  /// The text of a zero-terminated field.
  static func text(_ field: UnsafeRawBufferPointer) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func error(
    _ failure: ConfinedProgram.Failure, _ format: ImageFormat, _ time: Duration
  ) -> ImageDecodingError {
    let reason: String
    switch failure {
    case .cancelled: return .cancelled
    case .noProcess: reason = "the system has no process left"
    case .ended(status: 127): reason = "its decoder cannot be run"
    case .noOutput, .ended, .tooMuchOutput: reason = "its decoder ended early"
    case .killed(signal: 9): reason = "its decoder was killed, probably by a limit on time"
    case .killed(let signal): reason = "its decoder crashed by signal \(signal)"
    case .tooLong: reason = "its decoder takes over \(time.components.seconds) s"
    }
    return .corrupt(format: format.rawValue, reason: reason)
  }
}
