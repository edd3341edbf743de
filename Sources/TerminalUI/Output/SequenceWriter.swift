import TerminalGraphics

/// Appends to a `ByteBuffer` without bounds checks: the innermost step of encoding.
///
/// A copy stays in registers while a row is encoded, and `ByteBuffer.end(_:)` takes over its bytes.
/// Numbers and fixed text are stored eight bytes at a time; the next append overwrites the excess.
struct SequenceWriter {
  private(set) var position: UnsafeMutableRawPointer
  /// The table of `DecimalTable`.
  private let decimals: UnsafePointer<UInt64>

  /// The most bytes that a store may write past the end.
  static let slack = 8

  init(position: UnsafeMutableRawPointer, decimals: UnsafePointer<UInt64>) {
    self.position = position
    self.decimals = decimals
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    position.storeBytes(of: byte, as: UInt8.self)
    position += 1
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    position.copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    position += text.utf8CodeUnitCount
  }

  /// Appends any bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    position.copyMemory(from: start, byteCount: bytes.count)
    position += bytes.count
  }

  /// Lets `fill` write a fixed number of bytes.
  @inline(__always)
  mutating func append(count: Int, fill: (UnsafeMutableRawPointer) -> Void) {
    fill(position)
    position += count
  }

  /// Lets `fill` write bytes and return their number.
  mutating func append(fill: (UnsafeMutableRawPointer) -> Int) {
    position += fill(position)
  }

  /// Appends up to eight bytes of fixed text, first byte lowest.
  @inline(__always)
  mutating func append(word: UInt64, length: Int) {
    position.storeBytes(of: word.littleEndian, as: UInt64.self)
    position += length
  }

  /// Appends a number up to 255 in decimal, and a semicolon.
  @inline(__always)
  mutating func append(parameter value: UInt8) {
    let entry = decimals[Int(value)]
    append(word: entry, length: Int(truncatingIfNeeded: entry >> 32))
  }

  /// The number of bytes of `append(parameter:)`.
  @inline(__always)
  func length(ofParameter value: UInt8) -> Int {
    Int(truncatingIfNeeded: decimals[Int(value)] >> 32)
  }

  /// Ends a list of parameters: the final letter replaces the last semicolon.
  @inline(__always)
  mutating func endParameters(with letter: UInt8) {
    (position - 1).storeBytes(of: letter, as: UInt8.self)
  }

  /// Appends any number in decimal.
  mutating func append(decimal value: Int) {
    if value >= 10 { append(decimal: value / 10) }
    append(UInt8(truncatingIfNeeded: 48 + value % 10))
  }

  /// Appends a control sequence with one number, omitted if it is 1.
  ///
  /// 1 is the default of all sequences that move, scroll, and erase.
  mutating func append(sequence letter: Unicode.Scalar, _ number: Int) {
    append(word: 0x5B1B, length: 2)  // ESC [
    if number != 1 { append(decimal: number) }
    append(UInt8(truncatingIfNeeded: letter.value))
  }

  /// Appends a movement of the cursor to a column and a row from 0.
  mutating func append(cursorColumn column: Int, row: Int) {
    append("\u{1B}[")
    append(decimal: row + 1)
    append(0x3B)
    append(decimal: column + 1)
    append(0x48)  // H
  }

  /// The length of a control sequence with one number.
  static func length(ofSequence number: Int) -> Int {
    3 + (number == 1 ? 0 : digits(of: number))
  }

  static func digits(of number: Int) -> Int {
    number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 1 + digits(of: number / 10)
  }

  /// Appends a Unicode scalar in UTF-8.
  @inline(__always)
  mutating func append(scalar value: UInt32) {
    if value < 0x80 { return append(UInt8(truncatingIfNeeded: value)) }
    let last = UInt64(value & 0x3F | 0x80)
    let second = UInt64(value >> 6 & 0x3F | 0x80)
    if value &- 0x800 < 0xF800 {
      return append(word: UInt64(value >> 12 | 0xE0) | second << 8 | last << 16, length: 3)
    }
    if value < 0x800 { return append(word: UInt64(value >> 6 | 0xC0) | last << 8, length: 2) }
    let third = UInt64(value >> 12 & 0x3F | 0x80)
    append(
      word: UInt64(value >> 18 | 0xF0) | third << 8 | second << 16 | last << 24, length: 4)
  }
}

extension ByteBuffer {
  /// A writer for at most `room` more bytes; no append may come before `end(_:)`.
  mutating func writer(room: Int) -> SequenceWriter {
    SequenceWriter(
      position: self.room(for: room + SequenceWriter.slack), decimals: DecimalTable.entries)
  }

  /// Takes over the bytes of the last writer.
  mutating func end(_ writer: SequenceWriter) { end(at: writer.position) }
}

/// The decimal digits of every byte, each with a semicolon behind them.
enum DecimalTable {
  /// The digits and the semicolon of each value in the lower four bytes, first digit lowest, and
  /// their number above.
  ///
  /// Safe: written once, before a pointer to it is shared, and never freed.
  nonisolated(unsafe) static let entries: UnsafePointer<UInt64> = {
    let entries = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
    for value in 0..<256 {
      let text = "\(value);".utf8
      let digits = text.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      (entries + value).initialize(to: UInt64(text.count) << 32 | digits)
    }
    return UnsafePointer(entries)
  }()
}
