import Raster

/// The colours and the style that the terminal draws with now.
///
/// Sequences: ECMA-48 SGR; 24-bit colours in the form with semicolons (ITU-T T.416 as xterm reads
/// it), which every terminal with 24-bit colour understands.
struct Pen {
  // raw values, because comparing the types themselves is a call into another module for each cell
  private var foreground = Color.terminalDefault.rawValue
  private var background = Color.terminalDefault.rawValue
  private var style: UInt32 = 0

  /// The most bytes that one change can take: all styles off and on, two colours.
  static let longestChange = 64

  /// True when the cell looks right in the present colours.
  @inline(__always)
  func suits(_ cell: Cell) -> Bool {
    background == cell.background.rawValue && style == cell.style.rawValue
      && (foreground == cell.foreground.rawValue || !Self.showsForeground(cell))
  }

  /// Changes what differs and nothing else.
  @inline(__always)
  mutating func change(to cell: Cell, in bytes: inout ByteBuffer) {
    if suits(cell) { return }
    bytes.append(word: 0x5B1B, length: 2)  // ESC [
    if style != cell.style.rawValue { change(to: cell.style, in: &bytes) }
    if foreground != cell.foreground.rawValue, Self.showsForeground(cell) {
      foreground = cell.foreground.rawValue
      Self.append(foreground, layer: 0x33, in: &bytes)  // 3
    }
    if background != cell.background.rawValue {
      background = cell.background.rawValue
      Self.append(background, layer: 0x34, in: &bytes)  // 4
    }
    bytes.endParameters(with: 0x6D)  // m
  }

  /// Back to the terminal's own colours.
  mutating func reset(in bytes: inout ByteBuffer) {
    let fresh = Pen()
    if foreground == fresh.foreground, background == fresh.background, style == 0 { return }
    self = fresh
    bytes.append("\u{1B}[m")
  }

  private static var lineStyles: UInt32 { 4 | 8 }  // underline, reverse

  /// A space shows its foreground only where something is drawn with it.
  @inline(__always)
  private static func showsForeground(_ cell: Cell) -> Bool {
    cell.glyph != 0x20 || cell.style.rawValue & lineStyles != 0
  }

  private mutating func change(to wanted: Style, in bytes: inout ByteBuffer) {
    let weights: Style = [.bold, .dim]
    var present = Style(rawValue: style)
    if !present.subtracting(wanted).isDisjoint(with: weights) {
      present.subtract(weights)  // one sequence ends both
      bytes.append(parameter: 22)
    }
    if present.subtracting(wanted).contains(.underline) { bytes.append(parameter: 24) }
    if present.subtracting(wanted).contains(.reverse) { bytes.append(parameter: 27) }
    let missing = wanted.subtracting(present)
    if missing.contains(.bold) { bytes.append(parameter: 1) }
    if missing.contains(.dim) { bytes.append(parameter: 2) }
    if missing.contains(.underline) { bytes.append(parameter: 4) }
    if missing.contains(.reverse) { bytes.append(parameter: 7) }
    style = wanted.rawValue
  }

  /// `38;2;r;g;b;` or `39;`, with `4` for the background.
  @inline(__always)
  private static func append(_ color: UInt32, layer: UInt64, in bytes: inout ByteBuffer) {
    if color == Color.terminalDefault.rawValue {
      return bytes.append(word: 0x3B3900 | layer, length: 3)
    }
    bytes.append(word: 0x3B_323B_3800 | layer, length: 5)
    bytes.append(parameter: UInt8(truncatingIfNeeded: color >> 16))
    bytes.append(parameter: UInt8(truncatingIfNeeded: color >> 8))
    bytes.append(parameter: UInt8(truncatingIfNeeded: color))
  }
}
