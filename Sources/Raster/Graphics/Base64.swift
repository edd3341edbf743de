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
    [UInt8](unsafeUninitializedCapacity: length(of: bytes.count)) { text, count in
      count = length(of: bytes.count)
      guard let start = text.baseAddress else { return }
      bytes.withUnsafeBytes { write($0, to: start) }
    }
  }

  /// The length of the text of a number of bytes.
  static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Writes the text of bytes, with padding where they end within a group of three.
  ///
  /// - Parameter text: the beginning of `length(of:)` bytes.
  /// - Complexity: O(bytes); nothing is allocated.
  static func write(_ bytes: UnsafeRawBufferPointer, to text: UnsafeMutableRawPointer) {
    characterPairs.withUnsafeBufferPointer { pairs in
      var target = text
      var start = 0
      while start < bytes.count {
        func byte(_ place: Int) -> Int {
          start + place < bytes.count ? Int(bytes[start + place]) : 0
        }
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2)
        let four = UInt32(pairs[bits >> 12]) | UInt32(pairs[bits & 0xFFF]) << 16
        target.storeBytes(of: four.littleEndian, as: UInt32.self)
        start += 3
        target += 4
      }
      for place in 0..<max(0, start - bytes.count) {
        (target - 1 - place).storeBytes(of: UInt8(ascii: "="), as: UInt8.self)
      }
    }
  }
}
