/// The texts, lists and objects of a JSON document.
///
/// Foundation's decoder is not used: it takes 18 ms for a graph of 7 KB, and refuses the `NaN` that Python writes.
enum JSONTree {
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])
  /// A number, a truth value or null.
  case other

  /// Reads the value at the beginning of a text; nil if it is malformed, has no end, or is nested deeply.
  init?(_ text: String) {
    var reader = JSONReader(bytes: Array(text.utf8))
    guard let tree = reader.value(depth: 64) else { return nil }
    self = tree
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func value(depth: Int) -> JSONTree? {
    guard depth > 0, let first = current() else { return nil }
    switch first {
    case UInt8(ascii: "\""): return text().map(JSONTree.text)
    case UInt8(ascii: "["):
      place += 1
      var elements: [JSONTree] = []
      while !skip("]") {
        guard elements.isEmpty || skip(","), let element = value(depth: depth - 1) else {
          return nil
        }
        elements.append(element)
      }
      return .list(elements)
    case UInt8(ascii: "{"):
      place += 1
      var members: [String: JSONTree] = [:]
      while !skip("}") {
        guard members.isEmpty || skip(","), current() == UInt8(ascii: "\""), let name = text(),
          skip(":"), let member = value(depth: depth - 1)
        else { return nil }
        members[name] = member
      }
      return .object(members)
    default:
      let start = place
      while place < bytes.count, bytes[place] > 32, !",]}".utf8.contains(bytes[place]) {
        place += 1
      }
      return place > start ? .other : nil
    }
  }

  /// The next byte that is not blank.
  private mutating func current() -> UInt8? {
    while place < bytes.count, bytes[place] <= 32 { place += 1 }
    return place < bytes.count ? bytes[place] : nil
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard current() == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }

  /// The text in quotes.
  private mutating func text() -> String? {
    let start = place + 1
    place = start
    var hasEscapes = false
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      let isEscape = bytes[place] == UInt8(ascii: "\\")
      hasEscapes = hasEscapes || isEscape
      place += isEscape ? 2 : 1
    }
    guard place < bytes.count else { return nil }
    let content = String(decoding: bytes[start..<place], as: UTF8.self)
    place += 1
    return hasEscapes ? unescaped(content) : content
  }

  private func unescaped(_ text: String) -> String {
    var units: [UInt16] = []
    var rest = Array(text.utf16)[...]
    while let unit = rest.popFirst() {
      guard unit == UInt16(UInt8(ascii: "\\")), let escape = rest.popFirst() else {
        units.append(unit)
        continue
      }
      switch Unicode.Scalar(escape) {
      case "n": units.append(10)
      case "t": units.append(9)
      case "r", "b", "f": units.append(32)
      case "u":
        let digits = String(decoding: rest.prefix(4), as: UTF16.self)
        rest = rest.dropFirst(4)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
      default: units.append(escape)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
