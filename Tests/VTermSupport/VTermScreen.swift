import CVTerm
import Raster

/// An independent terminal emulator: libvterm, which vim and neovim use.
///
/// It reads UTF-8 and keeps 24-bit, palette and default colors apart. It has no dim style, and
/// does not know mode 2026, which it ignores.
package final class VTermScreen {
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let fallbacks: UnsafeMutablePointer<VTermParserCallbacks>
  /// The answers to status requests and queries since this was last emptied.
  package var replies: [UInt8] = []
  /// The control sequences that it does not have, the first few.
  package private(set) var unknown: [String] = []

  package init(size: CellSize) {
    terminal = vterm_new(Int32(size.rows), Int32(size.columns))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
    fallbacks = .allocate(capacity: 1)
    fallbacks.initialize(to: VTermParserCallbacks())
    fallbacks.pointee.csi = { marker, parameters, count, _, letter, owner in
      guard let owner else { return 0 }
      let screen = Unmanaged<VTermScreen>.fromOpaque(owner).takeUnretainedValue()
      let values = UnsafeBufferPointer(start: parameters, count: Int(count)).map(String.init)
      screen.complain(
        (marker.map { String(cString: $0) } ?? "") + values.joined(separator: ";")
          + String(UnicodeScalar(UInt8(bitPattern: letter))))
      return 1
    }
    vterm_screen_set_unrecognised_fallbacks(
      screen, fallbacks, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    vterm_free(terminal)
    fallbacks.deallocate()
  }

  package var size: CellSize {
    var (rows, columns): (Int32, Int32) = (0, 0)
    vterm_get_size(terminal, &rows, &columns)
    return CellSize(columns: Int(columns), rows: Int(rows))
  }

  package func resize(to size: CellSize) {
    vterm_set_size(terminal, Int32(size.rows), Int32(size.columns))
  }

  /// Obeys what a terminal receives; sequences may be cut anywhere.
  package func feed(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { raw in
      _ = vterm_input_write(terminal, raw.bindMemory(to: CChar.self).baseAddress, raw.count)
    }
    var buffer = [CChar](repeating: 0, count: 256)
    while case let count = vterm_output_read(terminal, &buffer, buffer.count), count > 0 {
      replies += buffer.prefix(count).map(UInt8.init(bitPattern:))
    }
  }

  package var cursor: CellPoint {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return CellPoint(column: Int(position.col), row: Int(position.row))
  }

  /// Returns the content of a cell.
  ///
  /// Palette colors have 0xAA in the top byte and the index in the lowest. The right half of a wide
  /// glyph is a continuation in the colors of the left one. Cells that were never drawn are spaces.
  package func cell(_ column: Int, _ row: Int) -> Cell {
    var found = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &found)
    if found.chars.0 == .max, column > 0 {
      var left = cell(column - 1, row)
      left.glyph = 0
      return left
    }
    var cell = Cell.blank
    if found.chars.0 != 0 { cell.glyph = found.chars.0 }
    cell.foreground = Self.color(found.fg)
    cell.background = Self.color(found.bg)
    if found.attrs.bold != 0 { cell.style.insert(.bold) }
    if found.attrs.underline != 0 { cell.style.insert(.underline) }
    if found.attrs.reverse != 0 { cell.style.insert(.reverse) }
    return cell
  }

  /// All cells.
  package var surface: Surface {
    let size = size
    var surface = Surface(size: size)
    surface.withMutableCells { cells in
      for row in 0..<size.rows {
        for column in 0..<size.columns { cells[row * size.columns + column] = cell(column, row) }
      }
    }
    return surface
  }

  private static func color(_ color: VTermColor) -> Color {
    let type = UInt32(color.type)
    if type & VTERM_COLOR_DEFAULT_MASK.rawValue != 0 { return .terminalDefault }
    if type & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue {
      return Color(rawValue: 0xAA00_0000 | UInt32(color.indexed.idx))
    }
    return Color(red: color.rgb.red, green: color.rgb.green, blue: color.rgb.blue)
  }

  private func complain(_ sequence: String) {
    if unknown.count < 8 { unknown.append(sequence) }
  }
}
