/// The order of a number's bytes.
enum ByteOrder {
  case littleEndian
  case bigEndian
}

/// Bounds-checked fields of a file, because offsets in the file are untrusted.
extension UnsafeRawBufferPointer {
  /// An unsigned number of up to seven bytes; nil outside the file.
  func integer(at offset: Int, length: Int, order: ByteOrder = .littleEndian) -> Int? {
    guard let digits = field(at: offset, length: length) else { return nil }
    let append = { (value: Int, byte: UInt8) in value << 8 | Int(byte) }
    return switch order {
    case .littleEndian: digits.reversed().reduce(0, append)
    case .bigEndian: digits.reduce(0, append)
    }
  }

  /// A range of the bytes; nil if not inside the file.
  func field(at offset: Int, length: Int) -> UnsafeRawBufferPointer? {
    guard length >= 0, length <= count, 0...count - length ~= offset else { return nil }
    return UnsafeRawBufferPointer(rebasing: self[offset..<offset + length])
  }
}
