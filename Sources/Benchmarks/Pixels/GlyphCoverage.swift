import Raster

/// The share of each part of a cell that a glyph covers.
///
/// A part is a quarter of the width by an eighth of the height, a square, row by row from the top.
/// Blocks cover what their names say: whole dots in braille, thirds in sextants, even shares in
/// shades. ASCII is measured in DejaVu Sans Mono.
package enum GlyphCoverage {
  package typealias Parts = SIMD32<Float>
  /// The parts of a cell's width and height.
  package static let across = 4
  package static let down = 8

  /// The shares from 0 to 1; nil for a glyph whose shape is unknown.
  package static func parts(of glyph: UInt32) -> Parts? { all[glyph] }

  private static let all: [UInt32: Parts] = {
    var result: [UInt32: Parts] = [:]
    for (glyph, shares) in ASCIIShapes.all {
      result[glyph] = parts(PixelSize(width: 2, height: 4)) { shares[$0] }
    }
    for symbols in SymbolSet.allCases where symbols != .ascii {
      for (mask, glyph) in CellGlyphs(symbols).all.enumerated() {
        result[glyph] = parts(symbols.pixelsPerCell) { Float(mask >> $0 & 1) }
      }
    }
    for eighths in 1..<8 {
      let count = UInt32(eighths)
      // ▁ to ▇, and ▏ to ▉
      result[0x2580 + count] = parts(PixelSize(width: 1, height: 8)) { $0 >= 8 - eighths ? 1 : 0 }
      result[0x2590 - count] = parts(PixelSize(width: 8, height: 1)) { $0 < eighths ? 1 : 0 }
    }
    // ▔ and ▕
    result[0x2594] = parts(PixelSize(width: 1, height: 8)) { $0 == 0 ? 1 : 0 }
    result[0x2595] = parts(PixelSize(width: 8, height: 1)) { $0 == 7 ? 1 : 0 }
    // ░, ▒ and ▓
    for quarters in 1..<4 {
      result[0x2590 + UInt32(quarters)] = Parts(repeating: Float(quarters) / 4)
    }
    return result
  }()

  /// The shares of the parts, computed from pixels that divide a cell evenly.
  private static func parts(_ block: PixelSize, _ share: (Int) -> Float) -> Parts {
    var parts = Parts()
    for part in 0..<across * down {
      let (y, x) = part.quotientAndRemainder(dividingBy: across)
      for pixel in 0..<block.area {
        let (row, column) = pixel.quotientAndRemainder(dividingBy: block.width)
        let common =
          overlap(x, of: across, column, of: block.width)
          * overlap(y, of: down, row, of: block.height)
        parts[part] += common * share(pixel)
      }
    }
    return parts
  }

  /// The share of one of `count` equal parts of a line that one of `others` equal parts covers.
  private static func overlap(_ part: Int, of count: Int, _ other: Int, of others: Int) -> Float {
    let start = max(part * others, other * count)
    let end = min((part + 1) * others, (other + 1) * count)
    return Float(max(0, end - start)) / Float(others)
  }
}
