/// Text without accents, for searches.
enum FoldedText {
  /// The letters with accents, and those without.
  ///
  /// The base letter of “LATIN SMALL LETTER E WITH ACUTE” is the one named “LATIN SMALL LETTER E”.
  private static let baseLetters: [Unicode.Scalar: Unicode.Scalar] = {
    let blocks: [ClosedRange<UInt32>] = [0x41...0x24F, 0x370...0x3FF, 0x1E00...0x1FFF]
    var named: [String: Unicode.Scalar] = [:]
    var accented: [(letter: Unicode.Scalar, base: Substring)] = []
    for letter in blocks.joined().compactMap(Unicode.Scalar.init) {
      guard letter.properties.isAlphabetic, let name = letter.properties.name else { continue }
      if let with = name.firstRange(of: " WITH ") {
        accented.append((letter, name[..<with.lowerBound]))
      } else {
        named[name] = letter
      }
    }
    let pairs = accented.compactMap { pair in named[String(pair.base)].map { (pair.letter, $0) } }
    // These have names of their own.
    let others: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("ё", "е"), ("Ё", "Е"), ("й", "и"), ("Й", "И"), ("ї", "і"), ("Ї", "І"), ("ў", "у"),
      ("Ў", "У"),
    ]
    return Dictionary(pairs + others) { first, _ in first }
  }()

  /// The marks that stand behind the letters they belong to, as in names of files from macOS.
  private static let combiningMarks: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"

  /// The text without accents, and in lower case unless the case is kept.
  static func text(of text: String, keepingCase: Bool) -> String {
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    var folded = text
    if !isPlain {
      var scalars = String.UnicodeScalarView()
      for scalar in text.unicodeScalars where !combiningMarks.contains(scalar) {
        scalars.append(baseLetters[scalar] ?? scalar)
      }
      folded = String(scalars)
    }
    return keepingCase ? folded : folded.lowercased()
  }
}
