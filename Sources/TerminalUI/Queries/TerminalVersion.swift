/// A version as a list of numbers: `0.28` is before `0.28.1`.
struct TerminalVersion: Hashable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
  let numbers: [Int]

  init(numbers: [Int]) { self.numbers = numbers }

  init(stringLiteral text: String) { self.init(firstOf: text) }

  /// Reads the first version in a text, `0.26.5` in `kitty(0.26.5)`; empty, and so before every
  /// other, where there is none.
  init(firstOf text: some StringProtocol) {
    let start = text.utf8.drop { !Self.isDigit($0) }
    let version = start.prefix { Self.isDigit($0) || $0 == UInt8(ascii: ".") }
    numbers = version.split(separator: UInt8(ascii: ".")).prefix(4).compactMap {
      $0.count <= 9 ? Int(String(decoding: $0, as: UTF8.self)) : nil
    }
  }

  var description: String { numbers.map(String.init).joined(separator: ".") }

  static func < (one: Self, other: Self) -> Bool {
    one.numbers.lexicographicallyPrecedes(other.numbers)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30..<0x3A).contains(byte) }
}
