import GalleryCore
import Raster
import TerminalUI

/// A picture of a contact sheet, or the reason why there is none.
struct SheetTile {
  enum Content: Sendable {
    case picture(PixelImage)
    case failure(FailureReason)

    var isFailure: Bool { if case .failure = self { true } else { false } }
  }

  let name: String
  /// The URL behind the name; nil for none.
  let link: String?
  let content: Content
}

/// One row of a contact sheet, as drawn: the pictures stand on their names.
struct SheetRow {
  private(set) var surface: Surface
  private(set) var links: [TextLink] = []

  private let sheet: ContactSheet
  private let rendition: Rendition
  /// The lines of the highest picture.
  private let height: Int

  init(_ tiles: [SheetTile], of sheet: ContactSheet, shownAs rendition: Rendition) {
    self.sheet = sheet
    self.rendition = rendition
    let sizes = tiles.map { tile in
      switch tile.content {
      case .picture(let image): image.cells
      case .failure(let reason):
        CellSize(columns: 0, rows: Self.lines(reason, of: tile, in: sheet).count)
      }
    }
    height = min(sheet.picture.rows, max(1, sizes.map(\.rows).max() ?? 1))
    surface = Surface(
      size: CellSize(
        columns: sheet.columns * sheet.pitch, rows: height + (sheet.hasNames ? 1 : 0)))
    for (index, tile) in tiles.enumerated() {
      let area = CellRect(
        column: index * sheet.pitch, row: 0, columns: sheet.picture.columns, rows: height)
      switch tile.content {
      case .picture(let image): draw(image, of: sizes[index], in: area)
      case .failure(let reason): write(Self.lines(reason, of: tile, in: sheet), in: area)
      }
      if sheet.hasNames { write(nameOf: tile, below: area) }
    }
  }

  /// The words about a failure; a single picture's have its name, as nothing else has it.
  private static func lines(
    _ reason: FailureReason, of tile: SheetTile, in sheet: ContactSheet
  ) -> [String] {
    let text = sheet.hasNames ? reason.summary : "\(tile.name): \(reason.sentence)"
    return Array(
      wrapped(DisplayText.line(text), columns: sheet.picture.columns).prefix(sheet.picture.rows))
  }

  /// Draws a picture: a single one at the left, others in the middle, at the foot of their row.
  private mutating func draw(_ image: PixelImage, of size: CellSize, in area: CellRect) {
    let columns = min(size.columns, area.size.columns)
    let rows = min(size.rows, area.size.rows)
    let rect = CellRect(
      column: area.origin.column + (sheet.hasNames ? (area.size.columns - columns) / 2 : 0),
      row: area.rows.upperBound - rows, columns: columns, rows: rows)
    if let rendering = image.rendering {
      surface.draw(rendering, in: rect, clip: rect)
    } else {
      surface.draw(image, in: rect, background: rendition.paper.color, clip: rect)
    }
  }

  private mutating func write(_ lines: [String], in area: CellRect) {
    for (index, line) in lines.enumerated() {
      let row = area.rows.upperBound - lines.count + index
      _ = write(line, in: area, row: row)
    }
  }

  private mutating func write(nameOf tile: SheetTile, below area: CellRect) {
    let row = area.rows.upperBound
    let columns = write(tile.name, in: area, row: row)
    guard let link = tile.link, !columns.isEmpty else { return }
    links.append(TextLink(row: row, columns: columns, target: link))
  }

  /// Writes a line, and returns its columns.
  private mutating func write(_ text: String, in area: CellRect, row: Int) -> Range<Int> {
    let room = area.size.columns
    let start =
      area.origin.column + (sheet.hasNames ? (room - min(room, DisplayText(text).columns)) / 2 : 0)
    let used = surface.write(
      text, at: CellPoint(column: start, row: row), limit: room, truncation: .middle)
    return start..<start + used
  }
}

extension PixelImage {
  /// The cells that the picture covers, drawn in half blocks unless it has a rendering.
  fileprivate var cells: CellSize {
    rendering?.size ?? CellSize(columns: size.width, rows: (size.height + 1) / 2)
  }
}
