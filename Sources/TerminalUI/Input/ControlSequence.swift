/// A control sequence (ECMA-48 5.4): `ESC [`, an optional marker, numbers, optional intermediate
/// characters, and a final letter.
struct ControlSequence: Equatable {
  /// `?`, `>`, `=` or `<`.
  let marker: Unicode.Scalar?
  /// The numbers; omitted ones are 0, except at the end.
  let parameters: [Int]
  let intermediates: String
  let final: Unicode.Scalar

  /// The most numbers that a terminal sends, and the most digits of each.
  private static let mostParameters = 32
  private static let mostDigits = 6

  /// Parses a sequence.
  ///
  /// - Returns: nil for bytes of another form or beyond these limits.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 3, let last = bytes.last, (0x40..<0x7F).contains(last) else { return nil }
    var body = bytes.dropFirst(2).dropLast()
    marker = body.first.flatMap { "?>=<".utf8.contains($0) ? Unicode.Scalar($0) : nil }
    if marker != nil { body = body.dropFirst() }
    let numbers = body.prefix { (0x30..<0x3C).contains($0) }
    let rest = body[numbers.endIndex...]
    guard rest.allSatisfy({ (0x20..<0x30).contains($0) }),
      let parameters = Self.parameters(numbers)
    else { return nil }
    self.parameters = parameters
    intermediates = String(decoding: rest, as: UTF8.self)
    final = Unicode.Scalar(last)
  }

  /// Whether no key and no mouse sends this sequence, known or not.
  var isFromTerminal: Bool {
    switch marker {
    case "?", ">", "=": true
    case "<": false
    default: !parameters.isEmpty && "nty".unicodeScalars.contains(final)
    }
  }

  private static func parameters(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    if bytes.isEmpty { return [] }
    var fields = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    if fields.last?.isEmpty == true { fields.removeLast() }
    guard fields.count <= mostParameters else { return nil }
    var parameters: [Int] = []
    for field in fields {
      guard field.count <= mostDigits, field.allSatisfy({ (0x30..<0x3A).contains($0) }) else {
        return nil
      }
      parameters.append(field.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
    return parameters
  }
}
