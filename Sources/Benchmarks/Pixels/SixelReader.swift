import Raster

/// Reads sixels like a terminal with square pixels, and rejects anything unknown.
///
/// Syntax: VT330/VT340 Programmer Reference Manual, chapter 14.
struct SixelReader {
  private var text: ArraySlice<UInt8>
  private var size = PixelSize(width: 0, height: 0)
  private var pixels: [UInt32] = []
  /// The colors of the registers.
  private var colors: [Int: UInt32] = [:]
  private var color: UInt32?
  private var column = 0
  private var top = 0

  /// Reads the picture of one `DCS q` sequence, or of the text inside it.
  ///
  /// - Throws: `UnknownSixels` for other text, and for a picture with unset pixels.
  static func picture(of text: ArraySlice<UInt8>) throws -> PixelImage {
    var reader = SixelReader(text: text)
    try reader.readRaster()
    while let byte = reader.text.popFirst(), byte != 0x1B { try reader.obey(byte) }
    guard reader.pixels.allSatisfy({ $0 != 0 }) else {
      throw UnknownSixels(description: "sixels leave pixels unset")
    }
    return PixelImage(size: reader.size, pixels: reader.pixels)
  }

  private init(text: ArraySlice<UInt8>) {
    self.text = text
  }

  private mutating func readRaster() throws {
    text = text.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
    let values = readNumbers()
    guard values.count == 4, values[0] == values[1], (1...4096).contains(values[2]),
      (1...4096).contains(values[3])
    else { throw UnknownSixels(description: "no square pixels: \(values)") }
    size = PixelSize(width: values[2], height: values[3])
    pixels = Array(repeating: 0, count: size.area)
  }

  private mutating func obey(_ byte: UInt8) throws {
    switch byte {
    case UInt8(ascii: "#"): try selectColor()
    case UInt8(ascii: "$"): column = 0
    case UInt8(ascii: "-"): (column, top) = (0, top + 6)
    case UInt8(ascii: "!"):
      let count = readNumbers()
      guard count.count == 1, let sixel = text.popFirst() else {
        throw UnknownSixels(description: "a repeat of \(count)")
      }
      try draw(sixel, count: count[0])
    default: try draw(byte, count: 1)
    }
  }

  private mutating func selectColor() throws {
    let values = readNumbers()
    if values.count == 5, values[1] == 2, values[2...].allSatisfy({ $0 <= 100 }) {
      colors[values[0]] = values[2...].reduce(0xFF) { $0 << 8 | UInt32(($1 * 255 + 50) / 100) }
    } else if values.count != 1 {
      throw UnknownSixels(description: "a color of \(values)")
    }
    color = colors[values[0]]
  }

  private mutating func draw(_ sixel: UInt8, count: Int) throws {
    guard let color, (63...126).contains(sixel), column + count <= size.width else {
      throw UnknownSixels(description: "byte \(sixel) in column \(column)")
    }
    for row in 0..<6 where (sixel - 63) >> UInt8(row) & 1 != 0 {
      guard top + row < size.height else {
        throw UnknownSixels(description: "a sixel below row \(size.height)")
      }
      let start = (top + row) * size.width + column
      for place in start..<start + count { pixels[place] = color }
    }
    column += count
  }

  /// Reads numbers between semicolons.
  private mutating func readNumbers() -> [Int] {
    var numbers: [Int] = []
    while let byte = text.first, 48...57 ~= byte || byte == UInt8(ascii: ";") {
      text.removeFirst()
      if byte == UInt8(ascii: ";") {
        numbers.append(0)
      } else if let last = numbers.popLast() {
        numbers.append(min(10 * last + Int(byte - 48), 1 << 20))
      } else {
        numbers.append(Int(byte - 48))
      }
    }
    return numbers
  }
}

/// Text that is not a sixel picture.
struct UnknownSixels: Error, CustomStringConvertible {
  let description: String
}
