import Raster

/// The colors of printed text: of 24 bits, of a palette, or none.
struct PrintedPen {
  /// The pen of 24-bit color; nil for other depths.
  private var exact: Pen?
  /// The colors of a palette; nil for other depths.
  private var palette: PaletteInks?
  /// The chosen colors of the palette.
  private var present = Ink.terminalDefault

  init(_ depth: ColorDepth) {
    if depth == .trueColor { exact = Pen() }
    palette = Palette(depth).map { palette in
      let count = Int(palette.firstNumber) + palette.colors.count
      return PaletteInks(palette, depth: depth, sequences: ColorSequences(xterm: count))
    }
  }

  /// Changes to the colors of a cell.
  mutating func change(to cell: Cell, in out: inout SequenceWriter) {
    exact?.change(to: cell, in: &out)
    guard let pair = palette?.pair(of: cell), let palette else { return }
    let (ink, former) = (palette.ink(of: pair), present)
    if ink == former { return }
    out.append { palette.write(ink, after: former, to: $0.assumingMemoryBound(to: UInt8.self)) }
    present = ink
  }

  /// Resets to the terminal's own colors.
  mutating func reset(in out: inout SequenceWriter) {
    exact?.reset(in: &out)
    if present == .terminalDefault { return }
    present = .terminalDefault
    out.append("\u{1B}[m")
  }
}
