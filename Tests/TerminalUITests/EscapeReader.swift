/// Cuts what a terminal receives into characters and sequences.
struct EscapeReader {
  enum Token {
    case scalar(Unicode.Scalar)
    case control(UInt8)
    case escape(Character)
    case sequence(marker: Character?, parameters: [Int], letter: Character)
    /// DCS or APC, by the letter after Esc; Escs that are doubled inside still are.
    case string(Character, body: [UInt8])
  }

  private var bytes: ArraySlice<UInt8>

  init(bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  /// The bytes that are not complete yet.
  var rest: [UInt8] { Array(bytes) }

  /// The next token; nil when the rest is not complete.
  mutating func next() -> Token? {
    guard let first = bytes.first else { return nil }
    if first == 0x1B { return nextEscape() }
    if first < 0x20 || first == 0x7F {
      bytes.removeFirst()
      return .control(first)
    }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard bytes.count >= length else { return nil }
    let text = String(decoding: bytes.prefix(length), as: UTF8.self)
    bytes = bytes.dropFirst(length)
    return text.unicodeScalars.first.map(Token.scalar)
  }

  private mutating func nextEscape() -> Token? {
    guard let second = bytes.dropFirst().first else { return nil }
    let letter = Character(Unicode.Scalar(second))
    switch letter {
    case "[": return nextSequence()
    case "P", "_", "]": return nextString(letter)
    case "(", ")":
      guard bytes.count >= 3 else { return nil }
      bytes = bytes.dropFirst(3)
      return .escape("B")
    default:
      bytes = bytes.dropFirst(2)
      return .escape(letter)
    }
  }

  private mutating func nextString(_ letter: Character) -> Token? {
    let body = bytes.dropFirst(2)
    var end = body.startIndex
    while end + 1 < body.endIndex {
      if body[end] == 0x1B, body[end + 1] == 0x5C {
        bytes = body[(end + 2)...]
        return .string(letter, body: Array(body[..<end]))
      }
      end += body[end] == 0x1B ? 2 : 1
    }
    return nil
  }

  private mutating func nextSequence() -> Token? {
    let body = bytes.dropFirst(2)
    guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
    var parameters = String(decoding: body[..<end], as: UTF8.self)
    let marker = parameters.first.flatMap { "<=>?".contains($0) ? $0 : nil }
    if marker != nil { parameters.removeFirst() }
    let letter = Character(Unicode.Scalar(body[end]))
    bytes = body[body.index(after: end)...]
    let values =
      parameters.isEmpty
      ? [] : parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    return .sequence(marker: marker, parameters: values, letter: letter)
  }
}
