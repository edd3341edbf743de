/// Which part of a whole a body is: `bytes 500-999/1234`, or `/*` where the whole is unknown
/// (RFC 9110, 14.4).
struct ContentRange: Hashable, Sendable {
  let first: Int
  let last: Int
  /// The size of the whole, if the server knows it.
  let total: Int?

  /// How many bytes the part has.
  var count: Int { last - first + 1 }

  /// Parses the field; nil where it is broken or of another unit, or contradicts itself.
  init?(_ field: String) {
    let words = field.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    // Below the largest number, so that one more can be counted.
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
      first <= last, last < Int.max
    else { return nil }
    let total = Self.number(parts[1])
    if total == nil, parts[1] != "*" { return nil }
    if let total, last >= total { return nil }
    self.first = first
    self.last = last
    self.total = total
  }

  /// Digits only: `Int` would take a sign too.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}
