/// Encodes strips of pixels as sixels, in memory that is allocated once for a picture.
///
/// A band is six rows of pixels. For each band every colour has a line of sixels, one byte a column
/// with a bit for each row; they are filled in one pass over the pixels and emptied while they are
/// written out. This type alone touches the memory.
struct SixelCanvas: ~Copyable {
  private let width: Int
  private let height: Int
  /// A line of `width` sixels for each colour, empty between two bands.
  private let lines: UnsafeMutablePointer<UInt8>
  /// The columns that each colour of the band in hand has; empty when it has none.
  private let firsts: UnsafeMutablePointer<Int32>
  private let ends: UnsafeMutablePointer<Int32>
  private var text: SixelText

  /// For strips of a width and height in pixels.
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
  /// It begins with the raster attributes (pixels are square, the strip has exactly this size) and
  /// the colours that occur; rows of the last band beyond the strip are left as they are.
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

  /// Writes all colours of the band in hand, and empties them.
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
