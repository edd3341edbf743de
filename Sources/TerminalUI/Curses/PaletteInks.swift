import Raster

/// Inks of a palette: every combination of its colors and the terminal's defaults has a number.
struct PaletteInks: InkSource {
  let depth: ColorDepth
  private let palette: Palette
  private let sequences: ColorSequences

  /// Creates the inks of a palette.
  ///
  /// - Parameter sequences: the sequences of the terminal that numbers the palette.
  init(_ palette: Palette, depth: ColorDepth, sequences: ColorSequences) {
    self.palette = palette
    self.depth = depth
    self.sequences = sequences
  }

  var longestSequence: Int { sequences.longest }

  func needsRoom(for cells: Int) -> Bool { false }

  func removeAll(but shown: [Cell]) {}

  func pair(of cell: Cell) -> Int32 {
    var foreground = index(of: cell.foreground)
    let background = index(of: cell.background)
    if cell.isWritten, !cell.background.isTerminalDefault, !cell.foreground.isTerminalDefault {
      foreground = Int32(
        palette.legible(foreground, on: background, for: cell.foreground, on: cell.background))
    }
    let row = (foreground + 1) * Int32(palette.colors.count + 1)
    return InkMark.firstPair + row + background + 1
  }

  func ink(of pair: Int32) -> Ink {
    let (foreground, background) = (pair - InkMark.firstPair).quotientAndRemainder(
      dividingBy: Int32(palette.colors.count + 1))
    return Ink(foreground: number(foreground - 1), background: number(background - 1))
  }

  func write(_ ink: Ink, after former: Ink?, to position: UnsafeMutablePointer<UInt8>) -> Int {
    sequences.write(ink, after: former, to: position)
  }

  /// The index of a color; -1 for the terminal's default.
  private func index(of color: Color) -> Int32 {
    palette.index(of: color).map { Int32(truncatingIfNeeded: $0) } ?? -1
  }

  private func number(_ index: Int32) -> Int32 {
    index < 0 ? -1 : index + palette.firstNumber
  }
}

extension Palette {
  /// The index of a readable text color, after both colors were mapped to this palette.
  ///
  /// It is the mapped foreground unless that lost too much contrast. Otherwise it is the gray
  /// nearest to the text's color with enough contrast. Contrast is the difference in luma. A
  /// quarter of the original contrast is enough, and an eighth of the whole range always is.
  func legible(
    _ foreground: Int32, on background: Int32, for text: Color, on paper: Color
  ) -> Int32 {
    if text == paper { return foreground }
    let wanted = min(32, text.contrast(to: paper) / 4)
    let shownPaper = colors[Int(background)]
    if foreground != background, colors[Int(foreground)].contrast(to: shownPaper) >= wanted {
      return foreground
    }
    let grays = colors.indices.lazy.filter { index in
      let color = colors[index]
      return color.red == color.green && color.green == color.blue
        && color.contrast(to: shownPaper) >= max(32, wanted)
    }
    let best = grays.min { colors[$0].contrast(to: text) < colors[$1].contrast(to: text) }
    return best.map { Int32(truncatingIfNeeded: $0) } ?? foreground
  }
}

extension Color {
  /// The difference in luma, from 0 to 255.
  func contrast(to other: Color) -> Int { abs(luma - other.luma) }
}

extension Cell {
  /// Whether the glyph is text or a line, which need contrast.
  ///
  /// Symbols of pictures don't: blocks, braille, and the symbols for legacy computing.
  var isWritten: Bool {
    glyph > 0x20 && glyph &- 0x2580 >= 0x20 && glyph &- 0x2800 >= 0x100
      && glyph &- 0x1_FB00 >= 0x100
  }
}
