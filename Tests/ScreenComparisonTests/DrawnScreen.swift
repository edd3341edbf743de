import DecodingTestSupport
import Raster
import ScreenComparison
import TestSupport

/// A screenshot that a test draws: nine tiles in a terminal that lies somewhere on a gray screen.
struct DrawnScreen {
  static let cell = PixelSize(width: 10, height: 20)
  static let size = CellSize(columns: 72, rows: 30)
  static let lattice = CellLattice(first: PixelRect(x: 7, y: 31, size: cell))
  private static let whole = PixelSize(width: 760, height: 680)

  private var pixels = [UInt32](repeating: 0xFF80_8080, count: whole.area)

  /// Draws the picture of nine tiles, and nothing but black around them.
  init(tiles picture: PixelImage) {
    fill(
      CellRect(column: 0, row: 0, columns: Self.size.columns, rows: Self.size.rows),
      with: Self.black)
    for row in [1, 10, 19] {
      for column in [1, 25, 49] { draw(picture, column: column, row: row) }
    }
  }

  private static let black: UInt32 = 0xFF00_0000

  var image: PixelImage { PixelImage(size: Self.whole, pixels: pixels) }

  /// The screen as the judge sees it.
  var halfBlocks: PixelImage {
    get throws { try Self.lattice.halfBlocks(Self.size, of: image) }
  }

  /// The screen as the judge sees one of 16 colors.
  var dithered: PixelImage {
    get throws { try Self.lattice.halfBlocks(Self.size, of: image, isDithered: true) }
  }

  /// The screen by which the judge finds changed cells.
  var cells: PixelImage {
    get throws { try Self.lattice.cells(Self.size, of: image) }
  }

  mutating func draw(_ picture: PixelImage, column: Int, row: Int) {
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let place = index(x: column * Self.cell.width + x, y: row * Self.cell.height + y)
        pixels[place] = picture.pixels[y * picture.size.width + x]
      }
    }
  }

  /// Draws a line over the last pixels of a row of cells.
  mutating func drawLine(below row: Int, with pixel: UInt32) {
    for x in 0..<Self.size.columns * Self.cell.width {
      pixels[index(x: x, y: (row + 1) * Self.cell.height - 1)] = pixel
    }
  }

  mutating func fill(_ rect: CellRect, with pixel: UInt32) {
    let size = PixelSize(
      width: rect.size.columns * Self.cell.width, height: rect.size.rows * Self.cell.height)
    draw(
      PixelImage(size: size, filledWith: pixel), column: rect.origin.column, row: rect.origin.row)
  }

  /// Moves everything in the terminal down by one row; the first row turns black.
  mutating func shiftRow() {
    for y in (Self.cell.height..<Self.size.rows * Self.cell.height).reversed() {
      for x in 0..<Self.size.columns * Self.cell.width {
        pixels[index(x: x, y: y)] = pixels[index(x: x, y: y - Self.cell.height)]
      }
    }
    fill(CellRect(column: 0, row: 0, columns: Self.size.columns, rows: 1), with: Self.black)
  }

  private func index(x: Int, y: Int) -> Int {
    (Self.lattice.first.y + y) * Self.whole.width + Self.lattice.first.x + x
  }
}

extension PixelImage {
  /// The upper rows of pixels.
  func top(rows: Int) -> PixelImage {
    PixelImage(
      size: PixelSize(width: size.width, height: rows),
      pixels: Array(pixels[..<(rows * size.width)]))
  }
}

/// A photograph, drawn by a terminal in several ways.
struct DrawnPhotograph {
  private let photograph: PixelImage
  private let graphic: Graphic

  init() throws {
    photograph = try Fixture("Photos/baseline.jpg").bytes.decoded(
      to: PixelSize(width: 22 * DrawnScreen.cell.width, height: 8 * DrawnScreen.cell.height))
    graphic = Graphic.sixel(
      of: photograph, id: 1, cell: DrawnScreen.cell, background: Color(rawValue: 0),
      registers: .own(256))
  }

  /// As the program's sixels show it, dithered in their colors, on a black screen.
  var sixels: PixelImage {
    guard case .sixel(let strips) = graphic.payload else { return halfBlocks }
    var pixels = [UInt32](repeating: 0xFF00_0000, count: size.area)
    for (row, strip) in strips.rows.enumerated() {
      let decoded = SixelDecoder(strip)
      for (index, pixel) in decoded.pixels.enumerated() {
        let (y, x) = index.quotientAndRemainder(dividingBy: decoded.width)
        let top = row * DrawnScreen.cell.height
        pixels[(top + y) * size.width + x] = 0xFF00_0000 | (pixel ?? 0)
      }
    }
    return PixelImage(size: size, pixels: pixels)
  }

  /// As the program's half blocks show it.
  var halfBlocks: PixelImage {
    let cell = DrawnScreen.cell
    let pixels = (0..<size.area).map { index in
      let (x, y) = (index % size.width, index / size.width)
      let shown = graphic.fallback.cells[y / cell.height * graphic.size.columns + x / cell.width]
      let color = y % cell.height < cell.height / 2 ? shown.foreground : shown.background
      return 0xFF00_0000 | color.rawValue
    }
    return PixelImage(size: size, pixels: pixels)
  }

  /// As the program's cells show it in symbols and colors.
  func drawn(in symbols: SymbolSet, _ colors: ColorDepth) -> PixelImage {
    let part = symbols.pixelsPerCell
    let cells = graphic.size
    var scaler = AreaScaler(
      source: photograph.size,
      crop: PixelRect(x: 0, y: 0, size: photograph.size),
      target: PixelSize(width: cells.columns * part.width, height: cells.rows * part.height))
    photograph.pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<photograph.size.height {
        let start = row * photograph.size.width
        scaler.append(UnsafeBufferPointer(rebasing: pixels[start..<start + photograph.size.width]))
      }
    }
    let image = CellImage(
      scaler.image, symbols: symbols, colors: colors, background: Color(rawValue: 0))
    let masks = Dictionary(
      CellGlyphs(symbols).all.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let cell = DrawnScreen.cell
    let pixels = (0..<size.area).map { index -> UInt32 in
      let (x, y) = (index % size.width, index / size.width)
      let shown = image.cells[y / cell.height * image.size.columns + x / cell.width]
      let place =
        y % cell.height * part.height / cell.height * part.width
        + x % cell.width * part.width / cell.width
      let isInk =
        if let mask = masks[shown.glyph] { mask >> place & 1 == 1 } else {
          // ░, ▒ and ▓ have one to three pixels of four.
          Int(shown.glyph) - 0x2590 > [0, 2, 3, 1][y % 2 * 2 + x % 2]
        }
      return 0xFF00_0000 | (isInk ? shown.foreground : shown.background).rawValue
    }
    return PixelImage(size: size, pixels: pixels)
  }

  private var size: PixelSize {
    PixelSize(
      width: graphic.size.columns * DrawnScreen.cell.width,
      height: graphic.size.rows * DrawnScreen.cell.height)
  }
}
