import Raster

/// Which halves of which twelfths of a cell's height a glyph fills.
enum GlyphParts {
  /// As bits, row by row from the top; 0 for what is no block, quadrant, sextant or dot.
  static func parts(of glyph: UInt32) -> UInt32 { all[glyph] ?? 0 }

  private static let all: [UInt32: UInt32] = {
    var result: [UInt32: UInt32] = [:]
    for symbols in SymbolSet.allCases where symbols != .ascii {
      let block = symbols.pixelsPerCell
      for (mask, glyph) in CellGlyphs(symbols).all.enumerated() {
        result[glyph] = (0..<24).reduce(0) { parts, part in
          let pixel = part / 2 * block.height / 12 * block.width + part % 2 * (block.width - 1)
          return parts | (mask >> pixel & 1 != 0 ? 1 << UInt32(part) : 0)
        }
      }
    }
    return result
  }()
}
