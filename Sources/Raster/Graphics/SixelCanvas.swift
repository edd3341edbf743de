extension Graphic {
  /// A picture for terminals that draw sixels, one strip per row of cells.
  ///
  /// Each strip is complete, so a row can be drawn when it scrolls in. The height of a cell need
  /// not be a multiple of six. Cells show through where the picture does not fill the last column
  /// and row.
  ///
  /// - Parameters:
  ///   - id: see `Graphic.id`.
  ///   - cell: the size of a cell in pixels, at least 1x2.
  ///   - background: shows through transparent pixels.
  ///   - registers: the terminal's color registers; shared by default.
  ///   - isWhole: whether all rows are also encoded as one image, unless it is too large.
  /// - Complexity: O(pixels).
  package static func sixel(
    of image: PixelImage, id: UInt32, cell: PixelSize, background: Color,
    registers: SixelRegisters = .shared, isWhole: Bool = false
  ) -> Graphic {
    let pixels = GraphicPixels(of: image, cell: cell, background: background)
    let picture = registers.indexed(image.laid(over: background))
    let fits =
      pixels.cells.rows > 1 && image.size.width <= SixelStrips.mostWhole.width
      && image.size.height <= SixelStrips.mostWhole.height
    let strips = SixelStrips(
      rows: SixelCanvas.strips(of: picture, height: cell.height),
      whole: isWhole && fits
        ? SixelCanvas.strips(of: picture, height: image.size.height).first : nil,
      size: image.size, cell: cell)
    return Graphic(
      id: id, size: pixels.cells, payload: .sixel(strips),
      fallback: pixels.fallback(of: pixels.image))
  }
}

/// The sixels of a picture, by rows of cells.
package struct SixelStrips: Sendable {
  /// The data of each row of cells, without the `DCS q` and `ST` around it.
  package let rows: [[UInt8]]
  /// All rows as one image, likewise.
  ///
  /// Bands cross the borders of rows, so the image can't be joined from the rows. It has a fifth fewer bytes than they
  /// have, and xterm draws it in six tenths of the time.
  package let whole: [UInt8]?
  /// The size of the picture in pixels.
  let size: PixelSize
  let cell: PixelSize

  /// The largest image that is sent as one: the screen of a VT340.
  ///
  /// Xterm cuts larger images if its resource `maxGraphicSize` is `auto`.
  package static let mostWhole = PixelSize(width: 800, height: 480)

  /// The columns of a row that the picture does not fill, so cells show through.
  package func unfilledColumns(ofRow row: Int) -> Range<Int> {
    let columns = (size.width + cell.width - 1) / cell.width
    return ((row + 1) * cell.height > size.height ? 0 : size.width / cell.width)..<columns
  }
}

/// Encodes strips of pixels as sixels, in memory that is allocated once per picture.
struct SixelCanvas: ~Copyable {
  private let width: Int
  private let colors: [RegisterColor]
  private var band: SixelBand
  private var text: SixelText
  private var isUsed: [Bool]

  /// Encodes a picture in strips of a height in pixels; the last strip may be lower.
  static func strips(of picture: IndexedPixels, height: Int) -> [[UInt8]] {
    var canvas = SixelCanvas(width: picture.size.width, colors: picture.colors)
    let strip = height * picture.size.width
    return picture.registers.withUnsafeBufferPointer { all in
      stride(from: 0, to: all.count, by: strip).map { start in
        let end = min(start + strip, all.count)
        return canvas.encode(UnsafeBufferPointer(rebasing: all[start..<end]))
      }
    }
  }

  private init(width: Int, colors: [RegisterColor]) {
    self.width = width
    self.colors = colors
    text = SixelText(width: width, colors: colors.count)
    band = SixelBand(width: width, colors: colors.count)
    isUsed = Array(repeating: false, count: colors.count)
  }

  /// Encodes one strip.
  ///
  /// The data begins with the raster attributes (square pixels, the exact size) and the definitions
  /// of the colors that occur. Rows of the last band below the strip stay unset.
  private mutating func encode(_ pixels: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    text.clear()
    text.reserve((colors.count + 1) * SixelText.longestCommand)
    text.append(rasterWidth: width, height: pixels.count / width)
    defineColors(of: pixels)
    for start in stride(from: 0, to: pixels.count, by: 6 * width) {
      if start > 0 { text.endBand() }
      let rows = pixels[start..<min(start + 6 * width, pixels.count)]
      band.write(UnsafeBufferPointer(rebasing: rows), to: &text)
    }
    return text.bytes
  }

  private mutating func defineColors(of pixels: UnsafeBufferPointer<UInt8>) {
    isUsed.withUnsafeMutableBufferPointer { isUsed in
      guard let used = isUsed.baseAddress else { return }
      for pixel in pixels { used[Int(pixel)] = true }
    }
    for color in colors.indices where isUsed[color] {
      text.define(color, as: colors[color])
      isUsed[color] = false
    }
  }
}
