/// Scans the words of a portable map: numbers and names between white space and comments.
struct PortableMapScanner {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset: Int

  init(_ bytes: UnsafeRawBufferPointer, from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// The next word; nil at the end.
  mutating func word() -> Slice<UnsafeRawBufferPointer>? {
    skipToWord()
    let start = offset
    while offset < bytes.count, !Self.isSpace(bytes[offset]) { offset += 1 }
    return start < offset ? bytes[start..<offset] : nil
  }

  /// The next word as a number, at most 2^31; nil at the end and for anything else.
  mutating func number() -> Int? {
    skipToWord()
    let start = offset
    var number = 0
    while offset < bytes.count, let digit = Self.digit(bytes[offset]) {
      number = min(number * 10 + digit, 1 << 31)
      offset += 1
    }
    return start < offset ? number : nil
  }

  /// The next digit, which need not be a separate word.
  mutating func digit() -> Int? {
    skipToWord()
    guard offset < bytes.count, let digit = Self.digit(bytes[offset]) else { return nil }
    offset += 1
    return digit
  }

  /// Skips the single white space between a header and the samples, or the comment in its place.
  mutating func skipSeparator() {
    guard offset < bytes.count else { return }
    if bytes[offset] == UInt8(ascii: "#") { skipComment() }
    if offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
  }

  private mutating func skipComment() {
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
  }

  private mutating func skipToWord() {
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "#") {
        skipComment()
      } else if !Self.isSpace(bytes[offset]) {
        return
      } else {
        offset += 1
      }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || 9...13 ~= byte }

  private static func digit(_ byte: UInt8) -> Int? {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
