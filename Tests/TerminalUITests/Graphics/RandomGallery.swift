import Raster
import TestSupport

/// A gallery of small pictures that is scrolled, covered, reloaded, and resized at random.
struct RandomGallery {
  enum Kind { case kitty, deflated, sixel, wholeSixel, iterm2 }

  static let cell = PixelSize(width: 4, height: 7)

  private(set) var surface: Surface
  /// All graphics that were ever shown.
  private(set) var graphics: [UInt32: Graphic] = [:]
  private let kind: Kind
  private let paper: Cell
  private var random: SeededRandom
  private var offset = 0
  private var side = 0
  private var popup: CellRect?
  private var note = 0
  private var versions: [Int: UInt32] = [:]
  private let tile = CellSize(columns: 9, rows: 5)

  init(seed: UInt64, size: CellSize, kind: Kind) {
    random = SeededRandom(seed: seed)
    surface = Surface(size: size)
    self.kind = kind
    paper = seed % 3 == 0 ? .blank : Cell(glyph: " ", background: Color(rawValue: 0x10_1010))
    draw()
  }

  mutating func step() {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: offset = max(0, offset + .random(in: -3...3, using: &random))
    case 4: offset = .random(in: 0...60, using: &random)
    case 5: side = .random(in: -3...3, using: &random)
    case 6: popup = randomRect()
    case 7: popup = nil
    case 8: versions[.random(in: 0..<40, using: &random), default: 0] += 1
    case 9, 10: note += 1
    default: break
    }
    draw()
  }

  mutating func resize() {
    surface = Surface(
      size: CellSize(
        columns: .random(in: 2...40, using: &random), rows: .random(in: 1...20, using: &random)))
    popup = nil
    draw()
  }

  private mutating func draw() {
    surface.clear(to: paper)
    let across = 3
    for line in 0..<20 {
      for place in 0..<across {
        let rect = CellRect(
          column: side + place * (tile.columns + 1), row: 1 + line * (tile.rows + 1) - offset,
          columns: tile.columns, rows: tile.rows)
        if rect.rows.upperBound < 0 || rect.rows.lowerBound > surface.size.rows { continue }
        let item = line * across + place
        surface.draw(.graphic(graphic(item)), in: rect, clip: surface.bounds)
        surface.write(
          "\(item)", at: CellPoint(column: rect.origin.column, row: rect.rows.upperBound))
      }
    }
    surface.write("note \(note)", at: CellPoint(column: 0, row: surface.size.rows - 1))
    if let popup { surface.fill(popup, with: Cell(glyph: "x")) }
  }

  /// Some pictures fill their tile, some do not, and some are as wide as two.
  private mutating func graphic(_ item: Int) -> Graphic {
    let id = UInt32(item + 1) + 1000 * versions[item, default: 0]
    if let graphic = graphics[id] { return graphic }
    var content = SeededRandom(seed: UInt64(id))
    // Only sixels leave a part of the last cells to them.
    let rest = kind == .sixel || kind == .wholeSixel ? item / 3 % 3 : 0
    let size = PixelSize(
      width: Self.cell.width * (1 + item % 9) - rest,
      height: Self.cell.height * (1 + item % 5) - rest)
    let image = PixelImage(
      size: size,
      pixels: (0..<size.area).map { _ in UInt32(truncatingIfNeeded: content.next()) | 0xFF00_0000 })
    let graphic: Graphic =
      switch kind {
      case .kitty: .kitty(of: image, id: id, cell: Self.cell, background: Color(rawValue: 0))
      case .deflated:
        .kitty(
          of: image, id: id, cell: Self.cell, background: Color(rawValue: 0), deflate: Zlib.deflate)
      case .sixel, .wholeSixel:
        .sixel(
          of: image, id: id, cell: Self.cell, background: Color(rawValue: 0),
          registers: item % 2 == 0 ? .shared : .own(16), isWhole: kind == .wholeSixel)
      case .iterm2:
        .iterm2(of: image, id: id, cell: Self.cell, background: Color(rawValue: 0)) { bytes, _ in
          Array(bytes)
        }
      }
    graphics[id] = graphic
    return graphic
  }

  private mutating func randomRect() -> CellRect {
    CellRect(
      column: .random(in: 0..<surface.size.columns, using: &random),
      row: .random(in: 0..<surface.size.rows, using: &random),
      columns: .random(in: 1...15, using: &random), rows: .random(in: 1...6, using: &random)
    ).intersection(surface.bounds)
  }
}
