extension Graphic {
  /// A picture for terminals that draw sixels, a strip for each row of cells.
  ///
  /// Each strip is complete in itself, so a row can be drawn when it scrolls in. The height of a
  /// cell need not be a multiple of six.
  ///
  /// - Parameters:
  ///   - id: see `Graphic.id`.
  ///   - cell: the size of a cell in pixels, at least 1x2.
  ///   - background: shows through transparent pixels, and in the unfilled part of the last cells.
  /// - Complexity: O(pixels), and O(width * colors) a band.
  package static func sixel(
    of image: PixelImage, id: UInt32, cell: PixelSize, background: Color
  ) -> Graphic {
    let pixels = GraphicPixels(of: image, cell: cell, background: background)
    let laid = pixels.image
    return Graphic(
      id: id, size: pixels.cells, payload: .sixel(rows: strips(of: laid, height: cell.height)),
      fallback: pixels.fallback(of: laid))
  }

  /// The sixels of a picture that fills whole strips of a height in pixels.
  private static func strips(of image: PixelImage, height: Int) -> [[UInt8]] {
    let width = image.size.width
    var canvas = SixelCanvas(width: width, height: height)
    return image.pixels.withUnsafeBufferPointer { all in
      var rows: [[UInt8]] = []
      for top in stride(from: 0, to: image.size.height, by: height) {
        let strip = all[top * width..<(top + height) * width]
        rows.append(canvas.encode(UnsafeBufferPointer(rebasing: strip), top: top))
      }
      return rows
    }
  }
}

/// Encodes strips of pixels as sixels, in memory that is allocated once for a picture.
///
/// A band is six rows of pixels. Every color has a line of sixels for the band, one byte a column
/// with a bit for each row. One pass over the pixels fills the lines, and writing them out clears
/// them. Only this type touches the memory.
struct SixelCanvas: ~Copyable {
  private let width: Int
  private let height: Int
  /// A line of `width` sixels for each color, empty between two bands.
  private let lines: UnsafeMutablePointer<UInt8>
  /// The range of columns of each color in the current band; empty when the color is absent.
  private let firsts: UnsafeMutablePointer<Int32>
  private let ends: UnsafeMutablePointer<Int32>
  private var text: SixelText

  /// Creates a canvas for strips of this width and height in pixels.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    lines = .allocate(capacity: SixelPalette.count * width)
    lines.initialize(repeating: 0, count: SixelPalette.count * width)
    firsts = .allocate(capacity: SixelPalette.count)
    firsts.initialize(repeating: Int32(width), count: SixelPalette.count)
    ends = .allocate(capacity: SixelPalette.count)
    ends.initialize(repeating: 0, count: SixelPalette.count)
    text = SixelText(width: width, bands: (height + 5) / 6)
  }

  deinit {
    lines.deallocate()
    firsts.deallocate()
    ends.deallocate()
  }

  /// The sixel data of a strip, whose first pixel row is `top` of the picture.
  ///
  /// The data begins with the raster attributes, which give square pixels and the exact size, and
  /// with the colors that occur. Rows of the last band beyond the strip stay unset.
  mutating func encode(_ pixels: UnsafeBufferPointer<UInt32>, top: Int) -> [UInt8] {
    text.clear()
    text.append(rasterWidth: width, height: height)
    defineColors(pixels, top: top)
    var y = 0
    while y < height {
      fill(pixels, rows: y..<min(y + 6, height), top: top)
      emit()
      y += 6
      if y < height { text.endBand() }
    }
    return text.bytes
  }

  private mutating func defineColors(_ pixels: UnsafeBufferPointer<UInt32>, top: Int) {
    SixelPalette.levels.withUnsafeBufferPointer { levels in
      guard let levels = levels.baseAddress else { return }
      for y in 0..<height {
        for x in 0..<width {
          let place = SixelPalette.place(x: x, y: top + y)
          ends[SixelPalette.index(of: pixels[y * width + x], levels + place)] = 1
        }
      }
    }
    for color in 0..<SixelPalette.count where ends[color] != 0 {
      text.define(color)
      ends[color] = 0
    }
  }

  private func fill(_ pixels: UnsafeBufferPointer<UInt32>, rows: Range<Int>, top: Int) {
    SixelPalette.levels.withUnsafeBufferPointer { levels in
      guard let levels = levels.baseAddress else { return }
      for (bit, y) in rows.enumerated() {
        let mask = UInt8(1) << UInt8(bit)
        for x in 0..<width {
          let place = SixelPalette.place(x: x, y: top + y)
          let color = SixelPalette.index(of: pixels[y * width + x], levels + place)
          lines[color * width + x] |= mask
          firsts[color] = min(firsts[color], Int32(truncatingIfNeeded: x))
          ends[color] = max(ends[color], Int32(truncatingIfNeeded: x + 1))
        }
      }
    }
  }

  /// Writes all colors of the current band, and clears them.
  private mutating func emit() {
    var isFirst = true
    for color in 0..<SixelPalette.count where ends[color] != 0 {
      if !isFirst { text.returnToLeft() }
      isFirst = false
      text.select(color)
      let (first, end) = (Int(firsts[color]), Int(ends[color]))
      text.append(0, count: first)
      let line = lines + color * width
      text.append(UnsafeBufferPointer(start: line + first, count: end - first))
      (line + first).update(repeating: 0, count: end - first)
      firsts[color] = Int32(width)
      ends[color] = 0
    }
  }
}

/// Six levels each of red, green, and blue, with ordered dithering between them.
///
/// Levels are 20 % apart, because sixel colors are given in percent. The thresholds are Bayer's 4x4
/// matrix (B. E. Bayer, 1973), so the level of a value depends on its place alone. A strip
/// therefore looks the same with and without its neighbors.
enum SixelPalette {
  static let count = 216

  /// The level of each of 256 values at each of 16 places.
  static let levels: [UInt8] = {
    let bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
    return bayer.flatMap { rank in
      (0..<256).map { UInt8(($0 * 5 * 32 + (2 * rank + 1) * 255) / (32 * 255)) }
    }
  }()

  /// The color nearest to a pixel at a place.
  ///
  /// - Parameter levels: the entries of `levels` from the first one of the place.
  @inline(__always)
  static func index(of pixel: UInt32, _ levels: UnsafePointer<UInt8>) -> Int {
    let red = Int(levels[Int(pixel >> 16 & 255)])
    let green = Int(levels[Int(pixel >> 8 & 255)])
    return red * 36 + green * 6 + Int(levels[Int(pixel & 255)])
  }

  /// The index in `levels` of the first entry of a place.
  @inline(__always)
  static func place(x: Int, y: Int) -> Int { (y & 3) << 10 | (x & 3) << 8 }
}
