/// The decimal digits of every byte, each with a semicolon behind them.
struct DecimalTable {
  /// The digits, the first in the lowest byte, and above these four bytes how many they are.
  private let entries: [UInt64] = (0..<256).map { value in
    let text = "\(value);".utf8
    return UInt64(text.count) << 32 | text.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Writes a number and a semicolon; four bytes are stored, however few they are.
  @inline(__always)
  func write(_ value: UInt8, to end: inout UnsafeMutablePointer<UInt8>) {
    let entry = entries[Int(value)]
    let digits = UInt32(truncatingIfNeeded: entry).littleEndian
    UnsafeMutableRawPointer(end).storeBytes(of: digits, as: UInt32.self)
    end += Int(entry >> 32)
  }
}
