/// The names of one picture's files, numbered as `photo (2).jpg` if names are taken.
///
/// All of them get the same number, so that sidecars still belong to their picture.
struct NumberedName {
  /// The most bytes of a name in Linux.
  static let longest = 255
  /// Longer extensions are parts of names.
  private static let longestExtension = 32

  /// The part of the names that takes the number.
  private let stem: [UInt8]
  private let base: ArraySlice<UInt8>
  private let firstNumber: Int
  /// The parts behind the stem.
  private let ends: [[UInt8]]
  private let limit: Int

  /// - Parameters:
  ///   - names: names that begin with the same stem, in any case.
  ///   - stemLength: the bytes of the stem.
  ///   - limit: the most bytes of a name.
  init(_ names: [[UInt8]], stemLength: Int, limit: Int = longest) {
    let stem = Array(names.first?.prefix(stemLength) ?? [])
    self.stem = stem
    ends = names.map { Array($0.dropFirst(stemLength)) }
    self.limit = limit
    if let (base, number) = Self.number(of: stem) {
      self.base = base
      firstNumber = number + 1
    } else {
      base = stem[...]
      firstNumber = 2
    }
  }

  /// Returns the names at a try: 0 is without a new number.
  func names(at attempt: Int) -> [[UInt8]] {
    let suffix = attempt == 0 ? [] : Array(" (\(firstNumber + attempt - 1))".utf8)
    let room = max(limit - suffix.count - (ends.map(\.count).max() ?? 0), 0)
    let start = Self.cut(attempt == 0 ? stem[...] : base, to: room) + suffix
    return ends.map { start + $0 }
  }

  /// The length of a name's stem: all before its last dot, unless that begins the name.
  static func stemLength(of name: some BidirectionalCollection<UInt8>) -> Int {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex,
      name.distance(from: dot, to: name.endIndex) <= longestExtension + 1
    else { return name.count }
    return name.distance(from: name.startIndex, to: dot)
  }

  /// Splits the number off a stem such as `photo (2)`.
  private static func number(of stem: [UInt8]) -> (ArraySlice<UInt8>, Int)? {
    guard stem.last == UInt8(ascii: ")"), let opening = stem.lastIndex(of: UInt8(ascii: "(")),
      opening > 1, stem[opening - 1] == UInt8(ascii: " ")
    else { return nil }
    let digits = stem[(opening + 1)..<(stem.count - 1)]
    guard (1...6).contains(digits.count), digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (48...57).contains($0) }),
      let number = Int(String(decoding: digits, as: UTF8.self)), number > 1
    else { return nil }
    return (stem[..<(opening - 1)], number)
  }

  /// Shortens a stem to a number of bytes without cutting a character of UTF-8.
  private static func cut(_ stem: ArraySlice<UInt8>, to room: Int) -> [UInt8] {
    guard stem.count > room else { return Array(stem) }
    var end = stem.startIndex + room
    let first = max(end - 3, stem.startIndex)
    while end > first, stem[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(stem[..<end])
  }
}
