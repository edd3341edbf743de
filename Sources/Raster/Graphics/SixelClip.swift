extension Graphic {
  /// Writes the sixel data of some columns of a row of cells.
  ///
  /// - Parameters:
  ///   - row: a row of a graphic of sixels; of another graphic nothing is written.
  ///   - columns: a range of its columns.
  ///   - text: the beginning of as many bytes as the whole row takes.
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
      var clip = SixelClip(strip, columns: columns, of: strips.cell.width, to: text)
      return clip.write()
    }
  }
}

/// Copies a range of columns of a strip of sixels, as `SixelText` writes them.
///
/// The copy is at most as long as the strip. Only this type touches the memory.
private struct SixelClip {
  private let strip: UnsafeRawBufferPointer
  private let start: UnsafeMutableRawPointer
  /// The range of columns in pixels, within the strip once its width is known.
  private var shown: Range<Int>
  private var place = 0
  private var column = 0
  private var count = 0

  init(
    _ strip: UnsafeRawBufferPointer, columns: Range<Int>, of cellWidth: Int,
    to start: UnsafeMutableRawPointer
  ) {
    self.strip = strip
    shown = columns.lowerBound * cellWidth..<columns.upperBound * cellWidth
    self.start = start
  }

  /// Writes the columns, and returns the number of bytes.
  mutating func write() -> Int {
    while place < strip.count {
      let byte = strip[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): copyRaster()
      case UInt8(ascii: "#"):
        append(byte)
        copyNumbers()
      case UInt8(ascii: "$"), UInt8(ascii: "-"):
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

  /// Copies the raster attributes `1;1;width;height` with the width of the shown columns.
  private mutating func copyRaster() {
    append(UInt8(ascii: "\""))
    for _ in 0..<2 {
      append(decimal: readNumber())
      append(UInt8(ascii: ";"))
      place += 1
    }
    shown = shown.clamped(to: 0..<readNumber())
    append(decimal: shown.count)
    copyNumbers()
  }

  private mutating func draw(_ sixel: UInt8, _ columns: Int) {
    let visible = (column..<column + columns).clamped(to: shown).count
    column += columns
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
