/// Reads a JSON object of the usual kind: texts without escapes, whole numbers, and whatever else is passed over.
///
/// A decoder takes twenty times as long, and a manifest may have millions of items. What is unusual or wrong is left
/// to that.
struct PlainObject {
  /// Deeper ones are unusual.
  private static let deepest = 8

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  /// The texts and numbers of an object by their keys; nil for one that is not of the usual kind.
  static func fields(in bytes: ArraySlice<UInt8>) -> [String: String]? {
    var reader = PlainObject(bytes)
    guard let fields = reader.fields(depth: 0), reader.next() == nil else { return nil }
    return fields
  }

  private enum Value {
    case text(String)
    case other
  }

  private mutating func fields(depth: Int) -> [String: String]? {
    guard depth < Self.deepest, take("{") else { return nil }
    var fields: [String: String] = [:]
    // The keys of what is passed over.
    var others: Set<String> = []
    if take("}") { return fields }
    repeat {
      guard let name = text(), take(":"), let value = value(depth: depth) else { return nil }
      // Which of two counts, the decoder knows.
      switch value {
      case .text(let text):
        if fields.updateValue(text, forKey: name) != nil || others.contains(name) { return nil }
      case .other:
        if fields[name] != nil || !others.insert(name).inserted { return nil }
      }
    } while take(",")
    return take("}") ? fields : nil
  }

  private mutating func value(depth: Int) -> Value? {
    guard let first = next() else { return nil }
    switch first {
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number().map { .text($0) }
    case UInt8(ascii: "{"): return fields(depth: depth + 1).map { _ in .other }
    case UInt8(ascii: "["): return array(depth: depth + 1) ? .other : nil
    default: return takeWord() ? .other : nil
    }
  }

  private mutating func array(depth: Int) -> Bool {
    guard depth < Self.deepest, take("[") else { return false }
    if take("]") { return true }
    repeat {
      if value(depth: depth) == nil { return false }
    } while take(",")
    return take("]")
  }

  /// A text without escapes, in UTF-8.
  private mutating func text() -> String? {
    guard take("\"") else { return nil }
    let start = place
    while place < bytes.endIndex {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") { break }
      if byte < 0x20 || byte == UInt8(ascii: "\\") { return nil }
      place += 1
    }
    guard place < bytes.endIndex else { return nil }
    let end = place
    place += 1
    return String(validating: bytes[start..<end], as: UTF8.self)
  }

  /// A whole number as the decoder's `Double` is written.
  private mutating func number() -> String? {
    let start = place
    var value = 0
    while place < bytes.endIndex, case let digit = bytes[place] &- UInt8(ascii: "0"), digit < 10 {
      value = value * 10 + Int(digit)
      place += 1
      if place - start > 15 { return nil }
    }
    let isWhole = place < bytes.endIndex && !".eE".utf8.contains(bytes[place])
    let hasZeros = bytes[start] == UInt8(ascii: "0") && place - start > 1
    return isWhole && !hasZeros ? "\(value).0" : nil
  }

  /// Takes `true`, `false` or `null`.
  private mutating func takeWord() -> Bool {
    for word in ["true", "false", "null"] where bytes[place...].starts(with: word.utf8) {
      place += word.utf8.count
      return true
    }
    return false
  }

  /// The next byte that is no blank; nil at the end.
  private mutating func next() -> UInt8? {
    while place < bytes.endIndex, bytes[place].isJSONBlank { place += 1 }
    return place < bytes.endIndex ? bytes[place] : nil
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }
}
