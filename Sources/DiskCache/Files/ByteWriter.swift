/// Puts numbers and strings one after the other, little-endian.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ bytes: some Sequence<UInt8>) {
    self.bytes.append(contentsOf: bytes)
  }

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { append($0) }
  }

  /// Its UTF-8, after the length of it.
  mutating func append(_ text: String) {
    append(UInt32(clamping: text.utf8.count))
    append(text.utf8)
  }

  /// Writes a number over what is there.
  mutating func replace(at offset: Int, with number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { new in
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }
  }
}
