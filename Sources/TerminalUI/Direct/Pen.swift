import Raster

/// The current colors and style of the terminal.
///
/// The sequences are ECMA-48 SGR; 24-bit colors have semicolons (ITU-T T.416 as xterm reads it),
/// which every terminal with 24-bit color understands.
struct Pen {
  // Raw values, because comparing the types calls into another module for each cell.
  private var foreground = PenChange.terminalDefault
  private var background = PenChange.terminalDefault
  private var style: UInt32 = 0

  /// The longest change: all styles off and on, and two colors.
  static let longestChange = 64

  /// Whether the cell looks right in the current colors.
  @inline(__always)
  func suits(_ cell: Cell) -> Bool {
    background == cell.background.rawValue && hasStyle(of: cell)
      && (foreground == cell.foreground.rawValue || !Self.showsForeground(cell))
  }

  var paper: Color { Color(rawValue: background) }

  /// Changes only the colors and the style that differ.
  @inline(__always)
  mutating func change(to cell: Cell, in out: inout SequenceWriter) {
    if suits(cell) { return }
    let (ink, paper) = (cell.foreground.rawValue, cell.background.rawValue)
    guard hasStyle(of: cell), (ink | paper) & PenChange.terminalDefault == 0 else {
      return adopt(cell, in: &out)
    }
    out.append(word: 0x5B1B, length: 2)  // ESC [
    if foreground != ink, Self.showsForeground(cell) {
      foreground = ink
      out.append(color: ink, layer: 0x33)  // 3
    }
    if background != paper {
      background = paper
      out.append(color: paper, layer: 0x34)  // 4
    }
    out.endParameters(with: 0x6D)  // m
  }

  /// Resets to the terminal's own colors.
  mutating func reset(in out: inout SequenceWriter) {
    let fresh = Pen()
    if foreground == fresh.foreground, background == fresh.background, style == 0 { return }
    self = fresh
    out.append("\u{1B}[m")
  }

  private static var lineStyles: UInt32 { 4 | 8 }  // underline, reverse

  /// Whether the cell shows its foreground: it is not a space, or it is underlined or reversed.
  @inline(__always)
  private static func showsForeground(_ cell: Cell) -> Bool {
    cell.glyph != 0x20 || cell.style.rawValue & lineStyles != 0
  }

  /// Whether the pen has the cell's style; weight does not matter if no foreground is visible.
  @inline(__always)
  private func hasStyle(of cell: Cell) -> Bool {
    style == cell.style.rawValue
      || (style & Self.lineStyles == 0 && !Self.showsForeground(cell))
  }

  /// Changes by the shorter way: the differences, or everything after a reset.
  @inline(never)
  private mutating func adopt(_ cell: Cell, in out: inout SequenceWriter) {
    var wanted = self
    wanted.background = cell.background.rawValue
    var anew = wanted
    if Self.showsForeground(cell) {
      wanted.foreground = cell.foreground.rawValue
      wanted.style = cell.style.rawValue
      anew = wanted
    } else {
      wanted.style &= ~Self.lineStyles
      anew.style = 0
      anew.foreground = PenChange.terminalDefault
    }
    let difference = change(to: wanted)
    let renewal = anew.changeFromReset
    if renewal.length(in: out) < difference.length(in: out) {
      renewal.append(to: &out)
      self = anew
    } else {
      difference.append(to: &out)
      self = wanted
    }
  }

  private func change(to wanted: Pen) -> PenChange {
    var change = PenChange()
    var present = Style(rawValue: style)
    let target = Style(rawValue: wanted.style)
    change.removed = present.subtracting(target)
    if !change.removed.isDisjoint(with: PenChange.weights) {
      present.subtract(PenChange.weights)  // one parameter ends both
    }
    change.added = target.subtracting(present)
    if wanted.foreground != foreground { change.foreground = wanted.foreground }
    if wanted.background != background { change.background = wanted.background }
    return change
  }

  private var changeFromReset: PenChange {
    var change = Pen().change(to: self)
    change.isReset = true
    return change
  }
}
