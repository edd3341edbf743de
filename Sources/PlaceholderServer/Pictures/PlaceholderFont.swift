/// The captions' font: 5x7 pixels a glyph, for printable ASCII; anything else is a box.
///
/// Its glyphs are drawn as text in `placeholder-font.txt`: a line with the quoted character, then
/// seven lines of five characters, `#` where the pixel is set.
struct PlaceholderFont: Sendable {
  /// Seven rows from the top; bit 4 of a row is its leftmost pixel.
  typealias Glyph = [UInt8]

  static let glyphWidth = 5
  static let glyphHeight = 7

  /// The font compiled into the program, read when the first caption is drawn.
  static let standard = PlaceholderFont(text: PackageResources.placeholder_font_txt)

  /// What stands for a character that the font does not have.
  static let box: Glyph = [0b11111, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11111]

  private(set) var glyphs: [Character: Glyph] = [:]

  /// Reads the drawing; a glyph that is not whole is left out.
  init(text: [UInt8]) {
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    let stride = 1 + Self.glyphHeight
    for start in Swift.stride(from: 0, to: lines.count - lines.count % stride, by: stride) {
      let header = Array(lines[start])
      let rows = lines[(start + 1)..<(start + stride)].compactMap(Self.row)
      if header.count == 3, rows.count == Self.glyphHeight { glyphs[header[1]] = rows }
    }
  }

  func glyph(for character: Character) -> Glyph {
    glyphs[character] ?? Self.box
  }

  private static func row(_ line: Substring) -> UInt8? {
    guard line.utf8.count == glyphWidth, line.allSatisfy({ "#.".contains($0) }) else { return nil }
    return line.reduce(0) { $0 << 1 | ($1 == "#" ? 1 : 0) }
  }
}
