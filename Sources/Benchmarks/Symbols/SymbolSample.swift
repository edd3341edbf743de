import Foundation
import GalleryApp
import ImageDecoding
import ImageLoading
import Raster

/// A picture of 8x8 pixels per cell, and the measure of how well cells show it.
struct SymbolSample {
  let name: String
  let cells: CellSize
  let image: PixelImage

  /// - Parameter image: the picture; pixels beyond the last whole cell are left out.
  init(name: String, image: PixelImage) {
    self.name = name
    self.image = image
    cells = CellSize(columns: image.size.width / 8, rows: image.size.height / 8)
  }

  init(path: String) throws {
    let bytes = try FileBytes.read(path)
    let whole = ImageTarget(size: PixelSize(width: .max, height: .max))
    do {
      let image = try bytes.withUnsafeBytes { bytes in
        try ImageDecoder(isolation: .ownProgram).decode(
          bytes, target: whole, limits: DecodeLimits(), isCancelled: { false })
      }
      self.init(name: URL(filePath: path).lastPathComponent, image: image)
      guard cells.area > 0 else {
        throw BenchFailure(description: "\(path): smaller than a cell of 8x8 pixels")
      }
    } catch let error as ImageDecodingError {
      throw BenchFailure(description: "\(path): \(error.description)")
    }
  }

  /// The picture with fewer pixels: the means of the encoded values over the area of each.
  ///
  /// The loader would average the linear light, which looks better but measures worse.
  ///
  /// - Parameter block: the pixels of a cell; its width divides 8, its height 24.
  func pixels(perCell block: PixelSize) -> PixelImage {
    let size = PixelSize(width: cells.columns * block.width, height: cells.rows * block.height)
    let (across, down) = (8 / block.width, 24 / block.height)
    let pixels = (0..<size.area).map { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
      var sums = [0, 0, 0]
      for third in y * down..<(y + 1) * down {
        for column in x * across..<(x + 1) * across {
          let pixel = image.pixels[third / 3 * image.size.width + column]
          for channel in 0..<3 { sums[channel] += Int(pixel >> UInt32(16 - 8 * channel) & 255) }
        }
      }
      let area = across * down
      return sums.reduce(UInt32(0xFF)) { $0 << 8 | UInt32(($1 + area / 2) / area) }
    }
    return PixelImage(size: size, pixels: pixels)
  }

  /// The peak signal-to-noise ratio of the shown cells, in decibels.
  func signalToNoise(of shown: CellImage) -> Double {
    var error = 0
    for row in 0..<cells.rows {
      for column in 0..<cells.columns {
        error += squaredError(of: shown.cells[row * cells.columns + column], column, row)
      }
    }
    let mean = Double(error) / Double(cells.area * 8 * 24 * 3)
    return 10 * log10(255 * 255 / max(mean, 1e-9))
  }

  private func squaredError(of cell: Cell, _ column: Int, _ row: Int) -> Int {
    let filled = GlyphParts.parts(of: cell.glyph)
    var error = 0
    for third in 0..<24 {
      let line = (row * 8 + third / 3) * image.size.width + column * 8
      for x in 0..<8 {
        let isFilled = filled >> UInt32(third / 2 * 2 + x / 4) & 1 != 0
        let color = isFilled ? cell.foreground : cell.background
        let pixel = Color(rawValue: image.pixels[line + x] & 0xFF_FFFF)
        for channel in [\Color.red, \.green, \.blue] {
          let difference = Int(color[keyPath: channel]) - Int(pixel[keyPath: channel])
          error += difference * difference
        }
      }
    }
    return error
  }
}

/// The parts that a glyph fills: halves of twelfths of a cell's height.
private enum GlyphParts {
  /// The filled parts as bits, row by row from the top.
  ///
  /// They are 0 for a glyph that is not a block, quadrant, sextant or dot.
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
