@testable import Raster

/// The pixels that a terminal shows for cells: a color for each pixel of the picture they were made
/// of.
///
/// The Unicode name of a glyph tells which pixels it fills.
struct ShownPixels {
  let size: PixelSize
  private(set) var colors: [Color]

  init(_ image: CellImage, of symbols: SymbolSet) {
    let block = symbols.pixelsPerCell
    size = PixelSize(
      width: image.size.columns * block.width, height: image.size.rows * block.height)
    colors = Array(repeating: .terminalDefault, count: size.area)
    for (index, cell) in image.cells.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: image.size.columns)
      let shade = Self.quarters(of: cell.scalar)
      let filled = shade == nil ? Self.filled(by: cell.scalar, in: block) : []
      let paper = shade.map { cell.foreground.mixed($0, with: cell.background) } ?? cell.background
      for y in 0..<block.height {
        for x in 0..<block.width {
          colors[(row * block.height + y) * size.width + column * block.width + x] =
            filled.contains(y * block.width + x) ? cell.foreground : paper
        }
      }
    }
  }

  subscript(x: Int, y: Int) -> Color { colors[y * size.width + x] }

  /// The mean of each channel.
  var mean: [Double] {
    [\Color.red, \.green, \.blue].map { channel in
      colors.reduce(0) { $0 + Double($1[keyPath: channel]) } / Double(colors.count)
    }
  }

  /// The quarters that a shade fills; nil for other glyphs.
  static func quarters(of glyph: Unicode.Scalar) -> Int? {
    switch glyph.properties.name {
    case "LIGHT SHADE": 1
    case "MEDIUM SHADE": 2
    case "DARK SHADE": 3
    default: nil
    }
  }

  /// The share of a cell that a glyph fills.
  static func share(of glyph: Unicode.Scalar, in block: PixelSize) -> Double {
    if let quarters = quarters(of: glyph) { return Double(quarters) / 4 }
    return Double(filled(by: glyph, in: block).count) / Double(block.area)
  }

  /// The parts of a cell that a glyph fills, row by row.
  static func filled(by glyph: Unicode.Scalar, in block: PixelSize) -> Set<Int> {
    let name = glyph.properties.name ?? ""
    let all = 0..<block.area
    func parts(_ test: (_ x: Int, _ y: Int) -> Bool) -> Set<Int> {
      Set(all.filter { test($0 % block.width, $0 / block.width) })
    }
    switch name {
    case "SPACE": return []
    case "FULL BLOCK": return Set(all)
    case "UPPER HALF BLOCK": return parts { 2 * $1 < block.height }
    case "LOWER HALF BLOCK": return parts { 2 * $1 >= block.height }
    case "LEFT HALF BLOCK": return parts { x, _ in x == 0 }
    case "RIGHT HALF BLOCK": return parts { x, _ in x == 1 }
    default: break
    }
    if name.hasPrefix("QUADRANT ") {
      return parts { x, y in
        name.contains("\(2 * y < block.height ? "UPPER" : "LOWER") \(x == 0 ? "LEFT" : "RIGHT")")
      }
    }
    switch name {
    case "UPPER ONE QUARTER BLOCK": return parts { $1 == 0 }
    case "UPPER THREE QUARTERS BLOCK": return parts { $1 < 3 }
    case "LOWER ONE QUARTER BLOCK": return parts { $1 == 3 }
    case "LOWER THREE QUARTERS BLOCK": return parts { $1 > 0 }
    case "MIDDLE LEFT ONE QUARTER BLOCK": return parts { $0 == 0 && (1...2).contains($1) }
    case "MIDDLE RIGHT ONE QUARTER BLOCK": return parts { $0 == 1 && (1...2).contains($1) }
    case "LEFT HALF UPPER ONE QUARTER BLOCK": return [0]
    case "RIGHT HALF UPPER ONE QUARTER BLOCK": return [1]
    case "LEFT HALF LOWER ONE QUARTER BLOCK": return [6]
    case "RIGHT HALF LOWER ONE QUARTER BLOCK": return [7]
    default: break
    }
    let digits = name.split(separator: "-").last.map { $0.compactMap(\.wholeNumberValue) } ?? []
    if name.hasPrefix("BLOCK SEXTANT-") || name.hasPrefix("BLOCK OCTANT-") {
      return Set(digits.map { $0 - 1 })
    }
    if name.hasPrefix("BRAILLE PATTERN DOTS-") {
      return Set(digits.map { [0, 2, 4, 1, 3, 5, 6, 7][$0 - 1] })
    }
    return [-1]
  }
}

extension Color {
  /// Some quarters of this color with the rest of another.
  fileprivate func mixed(_ quarters: Int, with other: Color) -> Color {
    func mix(_ channel: KeyPath<Color, UInt8>) -> UInt8 {
      let sum =
        Int(self[keyPath: channel]) * quarters + Int(other[keyPath: channel]) * (4 - quarters)
      return UInt8((sum + 2) / 4)
    }
    return Color(red: mix(\.red), green: mix(\.green), blue: mix(\.blue))
  }
}
