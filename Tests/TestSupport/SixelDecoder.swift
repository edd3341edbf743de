/// Reads sixel data as a terminal does, and complains about all that it does not expect.
package struct SixelDecoder {
  package private(set) var width = 0
  package private(set) var height = 0
  /// The pixels row by row as `0x00RRGGBB`; nil for a pixel that was not drawn.
  package private(set) var pixels: [UInt32?] = []
  package private(set) var complaints: [String] = []

  private var text: ArraySlice<UInt8>
  private var colors: [Int: UInt32] = [:]
  private var color = -1
  private var column = 0
  private var top = 0

  /// Decodes the data between `DCS q` and `ST`.
  package init(_ data: [UInt8]) {
    text = data[...]
    readRaster()
    while let byte = text.popFirst() { obey(byte) }
  }

  /// Some rows of the pixels, as an image of their own.
  package func rows(_ range: Range<Int>) -> SixelDecoder {
    var part = self
    part.height = range.count
    part.pixels = Array(pixels[range.lowerBound * width..<range.upperBound * width])
    return part
  }

  private mutating func readRaster() {
    guard text.popFirst() == UInt8(ascii: "\"") else { return complain("no raster attributes") }
    let values = numbers()
    guard values.count == 4, values[0] == 1, values[1] == 1 else { return complain("\(values)") }
    (width, height) = (values[2], values[3])
    pixels = Array(repeating: nil, count: width * height)
  }

  private mutating func obey(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "#"): selectColor()
    case UInt8(ascii: "$"): column = 0
    case UInt8(ascii: "-"): (column, top) = (0, top + 6)
    case UInt8(ascii: "!"):
      let count = numbers()
      guard count.count == 1, count[0] > 0, let sixel = text.popFirst() else {
        return complain("a repeat of \(count)")
      }
      for _ in 0..<count[0] { draw(sixel) }
    default: draw(byte)
    }
  }

  private mutating func selectColor() {
    let values = numbers()
    switch values.count {
    case 1:
      if colors[values[0]] == nil { complain("color \(values[0]) is not defined") }
      color = values[0]
    case 5 where values[1] == 2 && values[2...].allSatisfy { $0 <= 100 }:
      if colors.count == 256 { complain("more than 256 colors") }
      colors[values[0]] = values[2...].reduce(0) { $0 << 8 | UInt32($1 * 255 / 100) }
    default: complain("a color of \(values)")
    }
  }

  private mutating func draw(_ sixel: UInt8) {
    guard (63...126).contains(sixel) else { return complain("byte \(sixel)") }
    for bit in 0..<6 where (sixel - 63) >> UInt8(bit) & 1 == 1 {
      guard column < width, top + bit < height else { return complain("drew outside") }
      pixels[(top + bit) * width + column] = colors[color]
    }
    column += 1
  }

  /// Reads numbers byte by byte: reading them as text took half of the time of sixel tests.
  private mutating func numbers() -> [Int] {
    var values: [Int] = []
    var value: Int?
    while let byte = text.first, (48...57).contains(byte) || byte == 59 {
      text.removeFirst()
      if byte != 59 {
        value = (value ?? 0) &* 10 &+ Int(byte - 48)
      } else if let number = value {
        values.append(number)
        value = nil
      }
    }
    return value.map { values + [$0] } ?? values
  }

  private mutating func complain(_ text: String) {
    complaints.append(text)
  }
}
