import Raster

/// How a caption is set in a picture: its lines, and how many pixels a pixel of the font takes.
struct CaptionLayout: Equatable {
  /// From one glyph's left edge to the next one's, in font pixels.
  static let columnPitch = PlaceholderFont.glyphWidth + 1

  /// From one line's top edge to the next one's, in font pixels.
  static let linePitch = PlaceholderFont.glyphHeight + 1

  let lines: [String]
  let scale: Int

  /// Sets a caption at the largest scale at which its words fit, on as many lines as that takes.
  ///
  /// Where they fit at no scale the last words are set, and where not even the last word fits, the
  /// last characters: they tell one caption of a series from the next.
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

  /// The glyphs that fit side by side, with a margin of `scale - 1` pixels on either side: nothing
  /// in a tiny picture, where every pixel counts, and about a tenth of a large one in all.
  private static func columns(in width: Int, scale: Int) -> Int {
    max(0, ((width + 2) / scale - 1) / columnPitch)
  }

  private static func rows(in height: Int, scale: Int) -> Int {
    max(0, ((height + 2) / scale - 1) / linePitch)
  }

  /// Words in lines, each as full as it gets; nil where a word is longer than a line.
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
