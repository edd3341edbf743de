import NIOHTTP1
import Raster

/// The decoded query of a request; the first value of a repeated name counts.
struct Query {
  private var values: [String: String] = [:]

  /// Decodes `name=value&…` with percent signs, and plus signs as spaces.
  init(_ text: Substring) throws(Refusal) {
    for field in text.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(parts[0])
      let value = try Self.decoded(parts.count > 1 ? parts[1] : "")
      if values[name] == nil { values[name] = value }
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// A whole number; nil if missing.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(Refusal) -> Int? {
    guard let text = values[name] else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw Refusal(
        .badRequest,
        "\(name) is not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A color of three or six hexadecimal digits; nil if missing.
  func color(_ name: String) throws(Refusal) -> Color? {
    guard let text = values[name] else { return nil }
    let digits = text.count == 3 ? text.flatMap { [$0, $0] } : Array(text)
    guard digits.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(String(digits), radix: 16)
    else {
      throw Refusal(.badRequest, "\(name) is not a color of three or six hexadecimal digits")
    }
    return Color(rawValue: value)
  }

  private static func decoded(_ text: Substring) throws(Refusal) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"): bytes.append(try escapedByte(&rest))
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(.badRequest, "the query is not UTF-8")
    }
    return decoded
  }

  private static func escapedByte(_ rest: inout Substring.UTF8View.SubSequence) throws(Refusal)
    -> UInt8
  {
    let digits = String(Substring(rest.prefix(2)))
    guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
      let byte = UInt8(digits, radix: 16)
    else {
      throw Refusal(.badRequest, "a percent sign in the query lacks its two hexadecimal digits")
    }
    rest.removeFirst(2)
    return byte
  }
}

/// The reason why a request is refused, shown to the client.
struct Refusal: Error, Equatable {
  let status: HTTPResponseStatus
  let sentence: String

  init(_ status: HTTPResponseStatus, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }
}
