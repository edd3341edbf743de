import Raster

/// The lines of a caption in a picture, and the scale of the font.
struct CaptionLayout: Equatable {
  /// The distance between the left edges of two glyphs, in font pixels.
  static let columnPitch = PlaceholderFont.glyphWidth + 1

  /// The distance between the top edges of two lines, in font pixels.
  static let linePitch = PlaceholderFont.glyphHeight + 1

  let lines: [String]
  let scale: Int

  /// Lays out a caption at the largest scale at which its words fit, on as many lines as needed.
  ///
  /// If they fit at no scale, only the last words are used, or the last characters if the last word does not fit. The
  /// end distinguishes the captions of a series.
  init(_ caption: String, in size: PixelSize) {
    let words = caption.split(whereSeparator: \.isWhitespace)
    for first in words.indices {
      if let layout = Self(words: words[first...], in: size) {
        self = layout
        return
      }
    }
    self.init(tailOf: words.joined(separator: " "), in: size)
  }

  private init(lines: [String], scale: Int) {
    self.lines = lines
    self.scale = scale
  }

  private init?(words: ArraySlice<Substring>, in size: PixelSize) {
    let largest = min(
      (size.width + 2) / (Self.columnPitch + 1), (size.height + 2) / (Self.linePitch + 1))
    for scale in stride(from: largest, to: 0, by: -1) {
      let columns = Self.columns(in: size.width, scale: scale)
      let rows = Self.rows(in: size.height, scale: scale)
      if let lines = Self.wrap(words, columns: columns), lines.count <= rows {
        self.init(lines: lines, scale: scale)
        return
      }
    }
    return nil
  }

  private init(tailOf caption: String, in size: PixelSize) {
    let columns = Self.columns(in: size.width, scale: 1)
    let tail = Array(caption.suffix(columns * Self.rows(in: size.height, scale: 1)))
    let starts = stride(from: 0, to: tail.count, by: max(1, columns))
    self.init(lines: starts.map { String(tail[$0...].prefix(columns)) }, scale: 1)
  }

  /// The number of glyphs that fit side by side, with a margin of `scale - 1` pixels on both sides.
  ///
  /// The margins are 0 in a tiny picture, where every pixel counts, and about a tenth of a large one.
  private static func columns(in width: Int, scale: Int) -> Int {
    max(0, ((width + 2) / scale - 1) / columnPitch)
  }

  private static func rows(in height: Int, scale: Int) -> Int {
    max(0, ((height + 2) / scale - 1) / linePitch)
  }

  /// The words in lines, each as full as possible; nil if a word is longer than a line.
  private static func wrap(_ words: ArraySlice<Substring>, columns: Int) -> [String]? {
    var lines: [String] = []
    for word in words {
      if word.count > columns { return nil }
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension PictureCanvas {
  /// Draws a caption in the middle, as large as fits.
  ///
  /// - Parameter shadow: the color of a shadow below and to the right; if nil, or if the letters
  ///   are too small, none is drawn.
  mutating func draw(_ caption: String, color: Color, shadow: Color?) {
    let layout = CaptionLayout(caption, in: size)
    if let shadow, layout.scale > 1 {
      let offset = (layout.scale + 1) / 2
      draw(layout, color: shadow, offset: offset)
    }
    draw(layout, color: color, offset: 0)
  }

  private mutating func draw(_ layout: CaptionLayout, color: Color, offset: Int) {
    let scale = layout.scale
    let height = (layout.lines.count * CaptionLayout.linePitch - 1) * scale
    var top = (size.height - height) / 2 + offset
    for line in layout.lines {
      let width = (line.count * CaptionLayout.columnPitch - 1) * scale
      var left = (size.width - width) / 2 + offset
      for character in line {
        draw(PlaceholderFont.standard.glyph(for: character), left, top, scale, color)
        left += CaptionLayout.columnPitch * scale
      }
      top += CaptionLayout.linePitch * scale
    }
  }

  private mutating func draw(
    _ glyph: PlaceholderFont.Glyph, _ left: Int, _ top: Int, _ scale: Int, _ color: Color
  ) {
    for (row, bits) in glyph.enumerated() {
      for column in 0..<PlaceholderFont.glyphWidth
      where bits >> (PlaceholderFont.glyphWidth - 1 - column) & 1 == 1 {
        let x = left + column * scale
        let y = top + row * scale
        fill(columns: x..<x + scale, rows: y..<y + scale, with: color)
      }
    }
  }
}

/// The font of the captions: 5x7 pixels a glyph, for printable ASCII; any other character is a box.
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

  /// The glyph for characters that the font lacks.
  static let box: Glyph = [0b11111, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11111]

  private(set) var glyphs: [Character: Glyph] = [:]

  /// Parses the drawing; incomplete glyphs are skipped.
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
