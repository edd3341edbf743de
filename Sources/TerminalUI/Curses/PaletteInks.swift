import Raster

/// Inks of a palette: every combination of its colours and the terminal's defaults has a number of
/// its own.
struct PaletteInks: InkSource {
  let depth: ColorDepth
  private let palette: Palette
  private let sequences: ColorSequences

  /// - Parameter sequences: those of the terminal that numbers the palette's colours.
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

  /// -1 for the terminal's default.
  private func index(of color: Color) -> Int32 {
    palette.index(of: color).map { Int32(truncatingIfNeeded: $0) } ?? -1
  }

  private func number(_ index: Int32) -> Int32 {
    index < 0 ? -1 : index + palette.firstNumber
  }
}
