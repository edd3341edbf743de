extension DisplayText {
  /// The lines of a text from outside, broken where they are longer than `columns`.
  ///
  /// They break at blanks, and within longer words.
  ///
  /// - Complexity: O(bytes).
  package static func lines(of text: String, columns: Int) -> [String] {
    guard columns > 1 else { return [] }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.flatMap { line in
      let blanks = line.contains("\t") ? String(line.map { $0 == "\t" ? " " : $0 }) : String(line)
      return broken(DisplayText(blanks).glyphs[...], columns: columns)
    }
  }

  private static func broken(_ line: ArraySlice<Glyph>, columns: Int) -> [String] {
    var lines: [String] = []
    var rest = line
    repeat {
      var used = 0
      let fitting = rest.prefix { glyph in
        used += glyph.width
        return used <= columns
      }
      let isLast = fitting.endIndex == rest.endIndex
      // A blank may also follow the last glyph that fits.
      let blank = isLast ? nil : rest[...fitting.endIndex].lastIndex { $0.scalar == " " }
      let end = blank.flatMap { $0 > rest.startIndex ? $0 : nil } ?? fitting.endIndex
      var line = rest[..<end]
      rest = rest[end...]
      if !isLast {
        rest = rest.drop { $0.scalar == " " }
        while line.last?.scalar == " " { line.removeLast() }
      }
      lines.append(string(line))
    } while !rest.isEmpty
    return lines
  }

  private static func string(_ glyphs: ArraySlice<Glyph>) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: glyphs.lazy.map(\.scalar))
    return String(scalars)
  }
}
