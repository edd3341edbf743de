/// A partly received pasted text, which a terminal sends between `ESC [ 200 ~` and `ESC [ 201 ~`.
struct BracketedPaste {
  /// The control sequence before the text.
  static let start = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)
  /// The most bytes that are kept; the rest of a longer text, surely pasted by mistake, is skipped.
  static let longest = 64 << 10

  private var bytes: [UInt8] = []
  /// The number of received bytes of the closing sequence.
  private var endLength = 0

  /// The text; invalid UTF-8 becomes U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads bytes of the text.
  ///
  /// - Returns: the bytes after its end; nil before the end.
  mutating func read(_ input: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for (place, byte) in zip(input.indices, input) {
      if byte == Self.end[endLength] {
        endLength += 1
        if endLength == Self.end.count { return input[(place + 1)...] }
        continue
      }
      // Only the first byte of the closing sequence is an Esc, so no other end can have begun
      // meanwhile.
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
