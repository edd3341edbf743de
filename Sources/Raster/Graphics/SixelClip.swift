extension Graphic {
  /// Writes the sixel data of a range of columns in a row of cells.
  ///
  /// - Parameters:
  ///   - row: a row of cells; if the graphic has no sixels, nothing is written.
  ///   - columns: a range of its columns.
  ///   - text: the start of as many bytes as the whole row has.
  /// - Returns: the number of bytes that were written.
  /// - Complexity: O(bytes of the row); nothing is allocated.
  package func writeSixels(
    ofRow row: Int, columns: Range<Int>, to text: UnsafeMutableRawPointer
  ) -> Int {
    guard case .sixel(let strips) = payload else { return 0 }
    return strips.rows[row].withUnsafeBytes { strip in
      if columns.count == size.columns, let start = strip.baseAddress {
        text.copyMemory(from: start, byteCount: strip.count)
        return strip.count
      }
      let shown = columns.lowerBound * strips.cell.width..<columns.upperBound * strips.cell.width
      var clip = SixelClip(strip, columns: shown, to: text)
      return clip.write()
    }
  }

  /// Writes the sixel data of the first rows of cells as one image.
  ///
  /// - Parameters:
  ///   - rows: from 1 to all rows of a graphic with `SixelStrips.whole`; without it, nothing is
  ///     written.
  ///   - text: the start of as many bytes as the whole picture has.
  /// - Returns: the number of bytes that were written.
  /// - Complexity: O(bytes of the picture); nothing is allocated.
  package func writeSixels(ofFirst rows: Int, to text: UnsafeMutableRawPointer) -> Int {
    guard case .sixel(let strips) = payload, let whole = strips.whole else { return 0 }
    return whole.withUnsafeBytes { picture in
      if rows == size.rows, let start = picture.baseAddress {
        text.copyMemory(from: start, byteCount: picture.count)
        return picture.count
      }
      var clip = SixelClip(
        picture, columns: 0..<strips.size.width, height: rows * strips.cell.height, to: text)
      return clip.write()
    }
  }
}

/// Copies some columns or the upper part of a strip of sixels, as written by `SixelText`.
///
/// The copy is at most as long as the strip. Only this type touches the memory.
private struct SixelClip {
  private let strip: UnsafeRawBufferPointer
  private let start: UnsafeMutableRawPointer
  /// The columns to copy, in pixels; clamped to the strip once its width is known.
  private var shown: Range<Int>
  /// The remaining rows of pixels, from the current band on.
  private var height: Int
  private var place = 0
  private var column = 0
  private var count = 0

  /// - Parameters:
  ///   - columns: in pixels.
  ///   - height: of the part in pixels; by default, of the whole strip.
  init(
    _ strip: UnsafeRawBufferPointer, columns: Range<Int>, height: Int = .max,
    to start: UnsafeMutableRawPointer
  ) {
    self.strip = strip
    shown = columns
    self.height = height
    self.start = start
  }

  /// Writes the part, and returns the number of bytes.
  mutating func write() -> Int {
    while place < strip.count {
      let byte = strip[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): copyRaster()
      case UInt8(ascii: "#"):
        append(byte)
        copyNumbers()
      case UInt8(ascii: "-"):
        height -= 6
        if height <= 0 { return count }
        fallthrough
      case UInt8(ascii: "$"):
        append(byte)
        column = 0
      case UInt8(ascii: "!"):
        let columns = readNumber()
        draw(strip[place], columns)
        place += 1
      default: draw(byte, 1)
      }
    }
    return count
  }

  /// Copies the raster attributes `1;1;width;height` with the size of the part.
  private mutating func copyRaster() {
    append(UInt8(ascii: "\""))
    for _ in 0..<2 {
      append(decimal: readNumber())
      append(UInt8(ascii: ";"))
      place += 1
    }
    shown = shown.clamped(to: 0..<readNumber())
    append(decimal: shown.count)
    append(UInt8(ascii: ";"))
    place += 1
    height = min(height, readNumber())
    append(decimal: height)
  }

  private mutating func draw(_ sixel: UInt8, _ columns: Int) {
    let visible = (column..<column + columns).clamped(to: shown).count
    column += columns
    let sixel = height < 6 ? 63 + (sixel - 63) & (1 << height - 1) : sixel
    if visible >= SixelText.shortestRun {
      append(UInt8(ascii: "!"))
      append(decimal: visible)
      append(sixel)
    } else {
      for _ in 0..<visible { append(sixel) }
    }
  }

  private mutating func copyNumbers() {
    while place < strip.count, Self.isDigit(strip[place]) || strip[place] == UInt8(ascii: ";") {
      append(strip[place])
      place += 1
    }
  }

  private mutating func readNumber() -> Int {
    var number = 0
    while place < strip.count, Self.isDigit(strip[place]) {
      number = 10 * number + Int(strip[place] & 15)
      place += 1
    }
    return number
  }

  private mutating func append(decimal value: Int) {
    if value >= 10 { append(decimal: value / 10) }
    append(UInt8(truncatingIfNeeded: 48 + value % 10))
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
}
