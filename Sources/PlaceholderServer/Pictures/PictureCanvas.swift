import Raster

/// A picture being drawn: three bytes (red, green, blue) per pixel, row by row from the top.
struct PictureCanvas {
  let size: PixelSize
  private(set) var bytes: [UInt8]

  /// A black canvas.
  init(size: PixelSize) {
    self.size = size
    bytes = Array(repeating: 0, count: size.area * 3)
  }

  /// Fills the part of a rectangle inside the canvas with one color.
  mutating func fill(columns: Range<Int>, rows: Range<Int>, with color: Color) {
    let columns = columns.clamped(to: 0..<size.width)
    let rows = rows.clamped(to: 0..<size.height)
    if columns.isEmpty { return }
    let width = size.width
    bytes.withUnsafeMutableBufferPointer { bytes in
      for row in rows {
        let start = (row * width + columns.lowerBound) * 3
        Self.fill(
          UnsafeMutableBufferPointer(rebasing: bytes[start...].prefix(columns.count * 3)), color)
      }
    }
  }

  /// Sets the pixels of a row to as many colors.
  mutating func set(row: Int, to colors: [Ink]) {
    let start = row * size.width * 3
    bytes.withUnsafeMutableBufferPointer { bytes in
      for (column, color) in colors.enumerated() {
        for channel in 0..<3 {
          bytes[start + column * 3 + channel] = UInt8(min(max(color[channel], 0), 255) + 0.5)
        }
      }
    }
  }

  /// Fills a run of pixels by copying the filled part, doubling it each time.
  ///
  /// That is several times faster than filling byte by byte.
  private static func fill(_ run: UnsafeMutableBufferPointer<UInt8>, _ color: Color) {
    guard let first = run.baseAddress else { return }
    run[0] = color.red
    run[1] = color.green
    run[2] = color.blue
    var filled = 3
    while filled < run.count {
      let more = min(filled, run.count - filled)
      (first + filled).update(from: first, count: more)
      filled += more
    }
  }
}
