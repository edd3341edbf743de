/// Base64 (RFC 4648), in which the kitty graphics protocol carries bytes.
enum Base64 {
  /// The two characters of every 12-bit value, the first in the lower byte.
  static let characterPairs: [UInt16] = {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    return alphabet.flatMap { first in
      alphabet.map { second in UInt16(first) | UInt16(second) << 8 }
    }
  }()
}
