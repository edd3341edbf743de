/// Reads a document of TOML 1.0, and keeps the line of each value.
struct TOMLReader {
  /// The most parts of a key, and the most arrays and tables in each other.
  static let mostLevels = 16

  let bytes: [UInt8]
  var index = 0
  private(set) var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Throws: the first error.
  mutating func document() throws(ConfigurationProblem) -> TOMLValue {
    try checkCharacters()
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    let root = TOMLTable(.header, line: 1)
    var table = root
    while true {
      skipBlanks()
      if let byte = peek, byte != .lineFeed, byte != .hash {
        if byte == .leftBracket {
          table = try header(in: root)
        } else {
          try pair(into: table)
        }
        skipBlanks()
      }
      skipComment()
      guard let byte = peek else { return root.value }
      guard byte == .lineFeed else { throw unexpected("a new line") }
      skipLineFeed()
    }
  }

  // MARK: - Characters

  /// The next byte; nil at the end.
  ///
  /// A carriage return before a line feed belongs to that.
  var peek: UInt8? {
    guard index < bytes.count else { return nil }
    let isLineEnd = bytes[index] == .return && index + 1 < bytes.count
    return isLineEnd && bytes[index + 1] == .lineFeed ? .lineFeed : bytes[index]
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  mutating func skipLineFeed() {
    index += bytes[index] == .return ? 2 : 1
    line += 1
  }

  mutating func skipBlanks() {
    while let byte = peek, byte == .space || byte == .tab { index += 1 }
  }

  private mutating func skipComment() {
    guard peek == .hash else { return }
    while let byte = peek, byte != .lineFeed { index += 1 }
  }

  /// Skips what may stand between the values of an array.
  private mutating func skipSpace() {
    while true {
      skipBlanks()
      skipComment()
      guard peek == .lineFeed else { return }
      skipLineFeed()
    }
  }

  /// Refuses control characters, and bytes that are not UTF-8, in any place.
  private func checkCharacters() throws(ConfigurationProblem) {
    let isText = String(validating: bytes, as: UTF8.self) != nil
    var line = 1
    for (index, byte) in bytes.enumerated() {
      let endsLine = index + 1 < bytes.count && bytes[index + 1] == .lineFeed
      let isPlain =
        byte >= .space && byte != 0x7F || byte == .tab || byte == .lineFeed
        || byte == .return && endsLine
      guard isPlain else {
        let digits = String(byte, radix: 16, uppercase: true)
        throw ConfigurationProblem(line: line, sentence: "remove the control character \(digits)")
      }
      guard byte == .lineFeed else { continue }
      if !isText { try checkText(upTo: index, line: line) }
      line += 1
    }
    if !isText { throw Self.notText(line) }
  }

  private func checkText(upTo end: Int, line: Int) throws(ConfigurationProblem) {
    let start = bytes[..<end].lastIndex(of: .lineFeed) ?? 0
    if String(validating: bytes[start..<end], as: UTF8.self) == nil { throw Self.notText(line) }
  }

  private static func notText(_ line: Int) -> ConfigurationProblem {
    ConfigurationProblem(line: line, sentence: "save the file as UTF-8: this line has other bytes")
  }

  // MARK: - Errors

  func problem(_ sentence: String) -> ConfigurationProblem {
    ConfigurationProblem(line: line, sentence: sentence)
  }

  func unexpected(_ expected: String) -> ConfigurationProblem {
    let rest = bytes[min(index, bytes.count)...].prefix { $0 != .lineFeed && $0 != .return }
    if rest.isEmpty { return problem("\(expected) is missing at the end of the line") }
    let found = String(decoding: rest, as: UTF8.self).prefix(12)
    return problem("\(expected) is missing before “\(found)”")
  }
}

// MARK: - Tables

extension TOMLReader {
  private mutating func header(in root: TOMLTable) throws(ConfigurationProblem) -> TOMLTable {
    index += 1
    let isArray = take(.leftBracket)
    let parts = try key()
    for _ in 0..<(isArray ? 2 : 1) {
      guard take(.rightBracket) else { throw unexpected("]") }
    }
    var table = root
    for part in parts.dropLast() {
      guard let next = table.superTable(part, line: line) else { throw taken(parts) }
      table = next
    }
    let last = parts[parts.count - 1]
    let next = isArray ? table.nextTable(last, line: line) : table.headedTable(last, line: line)
    guard let next else { throw taken(parts) }
    return next
  }

  private mutating func pair(into table: TOMLTable) throws(ConfigurationProblem) {
    let start = line
    let parts = try key()
    guard take(.equals) else { throw unexpected("=") }
    skipBlanks()
    let content = try value(level: 0)
    var table = table
    for part in parts.dropLast() {
      guard let next = table.dottedTable(part, line: start) else { throw taken(parts, at: start) }
      table = next
    }
    let value = TOMLValue(content: content, line: start)
    guard table.add(value, as: parts[parts.count - 1]) else { throw taken(parts, at: start) }
  }

  private func taken(_ parts: [String], at line: Int? = nil) -> ConfigurationProblem {
    ConfigurationProblem(
      line: line ?? self.line,
      sentence: "\(parts.map(\.tomlKey).joined(separator: ".")) is there twice")
  }

  /// A dotted key, with the blanks around it.
  private mutating func key() throws(ConfigurationProblem) -> [String] {
    var parts: [String] = []
    repeat {
      skipBlanks()
      parts.append(try keyPart())
      skipBlanks()
      if parts.count > Self.mostLevels { throw problem("the key has too many parts") }
    } while take(.dot)
    return parts
  }

  private mutating func keyPart() throws(ConfigurationProblem) -> String {
    switch peek {
    case .quote?, .apostrophe?:
      let isMultiline =
        bytes[index...].starts(with: [.quote, .quote, .quote])
        || bytes[index...].starts(with: [.apostrophe, .apostrophe, .apostrophe])
      if isMultiline { throw problem("a key has one line") }
      return try string()
    default:
      let name = bytes[index...].prefix(while: \.isBare)
      guard !name.isEmpty else { throw unexpected("a key") }
      index = name.endIndex
      return String(decoding: name, as: UTF8.self)
    }
  }
}

// MARK: - Values

extension TOMLReader {
  private mutating func value(level: Int) throws(ConfigurationProblem) -> TOMLValue.Content {
    guard level < Self.mostLevels else { throw problem("too many brackets are in each other") }
    switch peek {
    case .quote?, .apostrophe?: return .string(try string())
    case .leftBracket?: return .array(try array(level: level))
    case .leftBrace?: return .table(try inlineTable(level: level))
    default: return try scalar()
    }
  }

  private mutating func array(level: Int) throws(ConfigurationProblem) -> [TOMLValue] {
    let start = line
    index += 1
    var values: [TOMLValue] = []
    while true {
      skipSpace()
      if take(.rightBracket) { return values }
      if peek == nil { throw ConfigurationProblem(line: start, sentence: "a [ has no ]") }
      let line = line
      values.append(TOMLValue(content: try value(level: level + 1), line: line))
      skipSpace()
      guard take(.comma) || peek == .rightBracket || peek == nil else {
        throw unexpected("a comma")
      }
    }
  }

  private mutating func inlineTable(
    level: Int
  ) throws(ConfigurationProblem) -> [TOMLValue.Entry] {
    index += 1
    let table = TOMLTable(.header, line: line)
    skipBlanks()
    if take(.rightBrace) { return [] }
    repeat {
      try inlinePair(into: table, level: level)
      skipBlanks()
    } while take(.comma)
    guard take(.rightBrace) else { throw unexpected("}") }
    return table.value.entries ?? []
  }

  private mutating func inlinePair(
    into table: TOMLTable, level: Int
  ) throws(ConfigurationProblem) {
    let parts = try key()
    guard take(.equals) else { throw unexpected("=") }
    skipBlanks()
    let line = line
    let content = try value(level: level + 1)
    var table = table
    for part in parts.dropLast() {
      guard let next = table.dottedTable(part, line: line) else { throw taken(parts) }
      table = next
    }
    guard table.add(TOMLValue(content: content, line: line), as: parts[parts.count - 1]) else {
      throw taken(parts)
    }
  }
}

extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let `return` = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let hash = UInt8(ascii: "#")
  static let apostrophe = UInt8(ascii: "'")
  static let comma = UInt8(ascii: ",")
  static let dot = UInt8(ascii: ".")
  static let equals = UInt8(ascii: "=")
  static let leftBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let rightBracket = UInt8(ascii: "]")
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")

  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  private var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  /// Whether a key may have it without quotes.
  var isBare: Bool { isDigit || isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }
}
