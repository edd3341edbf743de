import Raster

/// A picture being drawn: three bytes (red, green, blue) per pixel, row by row from the top.
struct Canvas {
  let size: PixelSize
  private(set) var bytes: [UInt8]

  /// A black canvas.
  init(size: PixelSize) {
    self.size = size
    bytes = Array(repeating: 0, count: size.area * 3)
  }

  /// Fills a rectangle with one colour; what lies outside the canvas is left out.
  mutating func fill(columns: Range<Int>, rows: Range<Int>, with color: Color) {
    let columns = columns.clamped(to: 0..<size.width)
    let rows = rows.clamped(to: 0..<size.height)
    if columns.isEmpty { return }
    let width = size.width
    bytes.withUnsafeMutableBufferPointer { bytes in
      for row in rows {
        var index = (row * width + columns.lowerBound) * 3
        for _ in columns {
          bytes[index] = color.red
          bytes[index + 1] = color.green
          bytes[index + 2] = color.blue
          index += 3
        }
      }
    }
  }
}
