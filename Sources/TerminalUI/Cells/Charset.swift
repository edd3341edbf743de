import Raster

/// The characters that can be sent to a terminal.
package enum Charset: Hashable, Sendable {
  case utf8
  /// Only characters up to 0x7F, for terminals that would misread the bytes of UTF-8.
  case ascii
}

extension Cell {
  /// The cell in ASCII: its glyph becomes the most similar one, each half of a wide glyph a
  /// question mark.
  ///
  /// Blocks, which draw pictures and bars, become spaces in the mean color. If the terminal's own
  /// colors would have to be mixed, they become a letter that covers as much.
  var inASCII: Cell {
    if glyph &- 1 < 0x7F { return self }
    var cell = self
    switch glyph {
    case 0x2580...0x259F: return mixed
    case 0x2500, 0x2501, 0x2504, 0x2505, 0x2014, 0x2013, 0x2010...0x2012, 0x2212: cell.glyph = 0x2D
    case 0x2502, 0x2503: cell.glyph = 0x7C
    case 0x2506...0x257F: cell.glyph = 0x2B
    case 0x2026, 0x00B7, 0x2022: cell.glyph = 0x2E
    case 0x2713: cell.glyph = 0x2A
    case 0x25BA: cell.glyph = 0x3E
    case 0x25B2: cell.glyph = 0x5E
    case 0x25BC: cell.glyph = 0x76
    case 0x2018, 0x2019: cell.glyph = 0x27
    case 0x201C, 0x201D: cell.glyph = 0x22
    case 0x00D7: cell.glyph = 0x78
    case 0x00A0: cell.glyph = 0x20
    default: cell.glyph = 0x3F
    }
    return cell
  }

  /// The cell of one color that is nearest to a block element.
  private var mixed: Cell {
    var cell = self
    let quarters = Self.coveredQuarters[Int(glyph - 0x2580)]
    if foreground.isTerminalDefault || background.isTerminalDefault {
      cell.glyph = [0x20, 0x2E, 0x2B, 0x25, 0x23][Int(quarters)]
      return cell
    }
    let alpha = UInt32(quarters) * 255 / 4
    cell.background = background.under(alpha << 24 | foreground.rawValue & 0xFF_FFFF)
    cell.glyph = 0x20
    return cell
  }

  /// The quarters of the cell that each block element from U+2580 covers.
  private static let coveredQuarters: [UInt8] = [
    2, 1, 1, 2, 2, 3, 3, 4, 4, 4, 3, 3, 2, 2, 1, 1, 2, 1, 2, 3, 1, 2, 1, 1, 1, 3, 2, 3, 3, 1, 2, 3,
  ]
}
