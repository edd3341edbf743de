// MARK: - Strings

extension TOMLReader {
  /// Reads a string of any of the four kinds.
  mutating func string() throws(ConfigurationProblem) -> String {
    let start = line
    let quote = bytes[index]
    let isMultiline = bytes[index...].starts(with: [quote, quote, quote])
    index += isMultiline ? 3 : 1
    if isMultiline, peek == .lineFeed { skipLineFeed() }
    var text: [UInt8] = []
    while let byte = peek {
      if byte == quote {
        guard isMultiline else {
          index += 1
          return String(decoding: text, as: UTF8.self)
        }
        let count = bytes[index...].prefix { $0 == quote }.prefix(5).count
        index += count
        if count >= 3 {
          text += [UInt8](repeating: quote, count: count - 3)
          return String(decoding: text, as: UTF8.self)
        }
        text += [UInt8](repeating: quote, count: count)
      } else if byte == .lineFeed {
        guard isMultiline else { break }
        skipLineFeed()
        text.append(.lineFeed)
      } else if byte == .backslash, quote == .quote {
        index += 1
        if isMultiline, try joinsLines() { continue }
        text += try escape()
      } else {
        text.append(byte)
        index += 1
      }
    }
    let mark = Unicode.Scalar(quote)
    throw ConfigurationProblem(line: start, sentence: "a quote (\(mark)) has no end")
  }

  /// Skips the end of a line behind a backslash, and the blanks at the start of the next ones.
  private mutating func joinsLines() throws(ConfigurationProblem) -> Bool {
    let start = index
    skipBlanks()
    guard peek == .lineFeed else {
      index = start
      return false
    }
    while peek == .lineFeed {
      skipLineFeed()
      skipBlanks()
    }
    return true
  }

  /// The character of an escape, behind its backslash.
  private mutating func escape() throws(ConfigurationProblem) -> [UInt8] {
    guard let byte = peek, byte != .lineFeed else { throw problem("a backslash is at the end") }
    index += 1
    switch byte {
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "t"): return [.tab]
    case UInt8(ascii: "n"): return [.lineFeed]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "r"): return [.return]
    case .quote, .backslash: return [byte]
    case UInt8(ascii: "u"): return try scalar(digits: 4)
    case UInt8(ascii: "U"): return try scalar(digits: 8)
    default:
      throw problem("write \\\\ for a backslash, or the text in apostrophes: '…'")
    }
  }

  private mutating func scalar(digits count: Int) throws(ConfigurationProblem) -> [UInt8] {
    let digits = bytes[index...].prefix(count)
    let isPlain = digits.count == count && digits.allSatisfy { $0 != UInt8(ascii: "+") }
    guard isPlain, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw problem("\\u takes 4 hexadecimal digits of a character, \\U takes 8") }
    index += count
    return Array(String(scalar).utf8)
  }
}

// MARK: - Numbers, dates, truth

extension TOMLReader {
  /// Reads a number, a date, `true` or `false`.
  mutating func scalar() throws(ConfigurationProblem) -> TOMLValue.Content {
    var end = wordEnd(from: index)
    // A blank may separate a date from its time.
    if end - index == 10, end + 1 < bytes.count, bytes[end] == .space, bytes[end + 1].isDigit,
      bytes[index..<end].isDate
    {
      end = wordEnd(from: end + 1)
    }
    let word = bytes[index..<end]
    guard !word.isEmpty else { throw unexpected("a value") }
    let text = String(decoding: word, as: UTF8.self)
    guard let content = TOMLValue.Content(text, word) else {
      throw problem("put the text in quotes: \"\(text.prefix(24))\"")
    }
    index = end
    return content
  }

  private func wordEnd(from start: Int) -> Int {
    let marks: [UInt8] = [.dot, UInt8(ascii: "+"), UInt8(ascii: ":")]
    return bytes[start...].firstIndex { !$0.isBare && !marks.contains($0) } ?? bytes.count
  }
}

extension TOMLValue.Content {
  /// The value of a word without quotes; nil if it is none.
  ///
  /// - Parameter word: the bytes of the text.
  fileprivate init?(_ text: String, _ word: ArraySlice<UInt8>) {
    guard let content = Self.named[text] ?? Self.content(text, word) else { return nil }
    self = content
  }

  private static let named: [String: TOMLValue.Content] = [
    "true": .boolean(true), "false": .boolean(false), "inf": .number(.infinity),
    "+inf": .number(.infinity), "-inf": .number(-.infinity), "nan": .number(.nan),
    "+nan": .number(.nan), "-nan": .number(.nan),
  ]

  private static func content(_ text: String, _ word: ArraySlice<UInt8>) -> TOMLValue.Content? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      let digits = word.dropFirst(2)
      guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
        let plain = plainDigits(digits, { $0.isBare })
      else { return nil }
      return Int64(plain, radix: radix).map(TOMLValue.Content.integer)
    }
    if word.isDate || word.isTime { return .date }
    return number(word)
  }

  /// A decimal number: `[+-]digits[.digits][e[+-]digits]`.
  private static func number(_ word: ArraySlice<UInt8>) -> TOMLValue.Content? {
    let signs: [UInt8] = [UInt8(ascii: "+"), UInt8(ascii: "-")]
    let unsigned = word.first.map(signs.contains) == true ? word.dropFirst() : word
    let exponentStart = unsigned.firstIndex { $0 | 0x20 == UInt8(ascii: "e") }
    let mantissa = unsigned[..<(exponentStart ?? unsigned.endIndex)]
    let parts = mantissa.split(separator: .dot, omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    let digits = parts.compactMap { plainDigits($0, \.isDigit) }
    guard digits.count == parts.count, digits[0] == "0" || !digits[0].hasPrefix("0") else {
      return nil
    }
    let sign = word.first == UInt8(ascii: "-") ? "-" : ""
    var text = sign + digits.joined(separator: ".")
    guard let exponentStart else {
      return parts.count == 1
        ? Int64(text).map(TOMLValue.Content.integer) : Double(text).map(TOMLValue.Content.number)
    }
    let exponent = unsigned[(exponentStart + 1)...]
    let power = exponent.first.map(signs.contains) == true ? exponent.dropFirst() : exponent
    guard let plain = plainDigits(power, \.isDigit) else { return nil }
    text += "e" + (exponent.first == UInt8(ascii: "-") ? "-" : "") + plain
    return Double(text).map(TOMLValue.Content.number)
  }

  /// Digits without the underscores between them; nil for other texts.
  private static func plainDigits(
    _ bytes: ArraySlice<UInt8>, _ isDigit: (UInt8) -> Bool
  ) -> String? {
    let groups = bytes.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { return nil }
    return String(decoding: groups.joined(), as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// Whether it begins as `2026-11-28` does.
  fileprivate var isDate: Bool {
    hasDigits(at: [0, 1, 2, 3, 5, 6, 8, 9], and: UInt8(ascii: "-"), at: [4, 7])
  }

  /// Whether it begins as `07:32:00` does.
  fileprivate var isTime: Bool {
    hasDigits(at: [0, 1, 3, 4, 6, 7], and: UInt8(ascii: ":"), at: [2, 5])
  }

  private func hasDigits(at digits: [Int], and mark: UInt8, at marks: [Int]) -> Bool {
    guard let last = digits.last, count > last else { return false }
    return digits.allSatisfy { self[startIndex + $0].isDigit }
      && marks.allSatisfy { self[startIndex + $0] == mark }
  }
}
