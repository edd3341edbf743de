/// Converts UTF-16 with a byte order mark to UTF-8, piece by piece; other bytes are not changed.
struct UTF16Decoder {
  private enum Encoding {
    case littleEndian, bigEndian, other
  }

  private static let markLength = 2

  /// The encoding; nil until the first bytes arrive.
  private var encoding: Encoding?
  /// Bytes that form no complete character yet.
  private var rest: [UInt8] = []

  /// Whether the text is not in UTF-16, so that bytes need not pass through.
  var isIdle: Bool { encoding == .other }

  /// Whether a text begins with a UTF-16 byte order mark.
  static func isMark(_ text: some Collection<UInt8>) -> Bool {
    text.elementsEqual([0xFF, 0xFE]) || text.elementsEqual([0xFE, 0xFF])
  }

  /// Converts the beginning of a text to UTF-8.
  static func utf8(of beginning: [UInt8]) -> [UInt8] {
    guard isMark(beginning.prefix(markLength)) else { return beginning }
    var decoder = UTF16Decoder()
    return decoder.utf8(of: beginning, isEnd: false)
  }

  /// Converts the next bytes to UTF-8, at most half as many again; invalid UTF-16 becomes U+FFFD.
  mutating func utf8(of bytes: [UInt8], isEnd: Bool) -> [UInt8] {
    rest += bytes
    if encoding == nil {
      if rest.count < Self.markLength, !isEnd { return [] }
      let mark = rest.prefix(Self.markLength)
      encoding = Self.isMark(mark) ? (mark.first == 0xFF ? .littleEndian : .bigEndian) : .other
      if encoding != .other { rest.removeFirst(Self.markLength) }
    }
    let input = rest
    rest = []
    guard encoding != .other else { return input }
    var units = stride(from: 0, to: input.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(input[place]), UInt16(input[place + 1]))
      return encoding == .littleEndian ? second << 8 | first : first << 8 | second
    }
    var halves = input.count % 2
    if let last = units.last, UTF16.isLeadSurrogate(last), !isEnd {
      units.removeLast()
      halves += 2
    }
    rest = Array(input.suffix(halves))
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
