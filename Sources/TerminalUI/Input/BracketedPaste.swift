/// A pasted text as far as it has come: what a terminal sends between `ESC [ 200 ~` and `ESC [ 201 ~`.
struct BracketedPaste {
  /// The control sequence before the text.
  static let start = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)
  /// The most bytes that are kept: of a longer text, which a person can't have meant, the rest is passed over.
  static let longest = 64 << 10

  private var bytes: [UInt8] = []
  /// How many bytes of the end have come.
  private var endLength = 0

  /// The text, in which what is no UTF-8 is U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes the bytes of the text.
  ///
  /// - Returns: what comes behind its end; nil while that has not come.
  mutating func take(_ input: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for (place, byte) in zip(input.indices, input) {
      if byte == Self.end[endLength] {
        endLength += 1
        if endLength == Self.end.count { return input[(place + 1)...] }
        continue
      }
      // Only its first byte is an Esc, so no other end can have begun meanwhile.
      let isEscape = byte == InputToken.escape
      keep(Self.end[..<endLength] + (isEscape ? [] : [byte]))
      endLength = isEscape ? 1 : 0
    }
    return nil
  }

  private mutating func keep(_ more: ArraySlice<UInt8>) {
    bytes += more.prefix(Self.longest - bytes.count)
  }
}
