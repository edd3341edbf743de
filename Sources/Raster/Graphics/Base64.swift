/// Base64 (RFC 4648), in which the kitty graphics protocol carries bytes.
package enum Base64 {
  /// The two characters of every 12-bit value, the first in the lower byte.
  static let characterPairs: [UInt16] = {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    return alphabet.flatMap { first in
      alphabet.map { second in UInt16(first) | UInt16(second) << 8 }
    }
  }()

  /// The text of any bytes, with padding.
  package static func text(of bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for pair in [characterPairs[bits >> 12], characterPairs[bits & 0xFFF]] {
        text += [UInt8(truncatingIfNeeded: pair), UInt8(truncatingIfNeeded: pair >> 8)]
      }
      for place in group.count..<3 { text[text.count - 3 + place] = UInt8(ascii: "=") }
    }
    return text
  }
}
