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
      let filled = Self.filled(by: cell.scalar, in: block)
      for y in 0..<block.height {
        for x in 0..<block.width {
          colors[(row * block.height + y) * size.width + column * block.width + x] =
            filled.contains(y * block.width + x) ? cell.foreground : cell.background
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
        name.contains("\(y == 0 ? "UPPER" : "LOWER") \(x == 0 ? "LEFT" : "RIGHT")")
      }
    }
    let digits = name.split(separator: "-").last.map { $0.compactMap(\.wholeNumberValue) } ?? []
    if name.hasPrefix("BLOCK SEXTANT-") { return Set(digits.map { $0 - 1 }) }
    if name.hasPrefix("BRAILLE PATTERN DOTS-") {
      return Set(digits.map { [0, 2, 4, 1, 3, 5, 6, 7][$0 - 1] })
    }
    return [-1]
  }
}
