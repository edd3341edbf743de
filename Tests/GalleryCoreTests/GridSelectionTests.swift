import Prefetching
import Raster
import Testing

@testable import GalleryCore

/// Pictures of the grid, their captions and the frame of the selection.
@Suite struct GridSelectionTests {
  /// A grid of two lines of three, with a picture in each tile.
  private func session(_ pictures: [PixelSize], columns: Int = 102) -> GallerySession {
    var session = GallerySession(
      count: 6, screen: CellSize(columns: columns, rows: 29), mode: .grid)
    session.send(
      session.loads.enumerated().map { index, load in
        let size = pictures[index % pictures.count]
        return .pictureReady(load.key, PixelImage(size: size, filledWith: 0xFF_336699))
      })
    return session
  }

  /// The cells of the picture in a tile, as drawn.
  private func picture(_ item: Int, in session: GallerySession) -> CellRect {
    let tile = session.gallery.navigation.tileRect(of: item)
    let frame = session.frame
    let cells = tile.rows.flatMap { row in
      tile.columns.map { CellPoint(column: $0, row: row) }
    }
    .filter { frame[$0.column, $0.row].background == Color(rawValue: 0x33_6699) }
    let (columns, rows) = (cells.map(\.column), cells.map(\.row))
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
      let bottom = rows.max()
    else { return CellRect(column: 0, row: 0, columns: 0, rows: 0) }
    return CellRect(column: left, row: top, columns: right - left + 1, rows: bottom - top + 1)
  }

  private static let shapes = [
    PixelSize(width: 12, height: 24), PixelSize(width: 32, height: 10),
    PixelSize(width: 9, height: 5),
  ]

  @Test func `a portrait, a wide and a small picture stand on their captions`() throws {
    try expectFrame(session(Self.shapes).frame, is: "grid-shapes")
  }

  @Test(arguments: shapes)
  func `the frame of the selection is thin and around the picture as drawn`(shape: PixelSize) {
    let session = session([shape])
    let (frame, picture) = (session.frame, picture(0, in: session))
    #expect(picture.size == CellSize(columns: shape.width, rows: (shape.height + 1) / 2))
    let accent = session.gallery.scene.theme.accent
    func isLine(_ column: Int, _ row: Int, _ glyph: Unicode.Scalar) -> Bool {
      let cell = frame[column, row]
      return cell.scalar == glyph && cell.foreground == accent && cell.background.isTerminalDefault
    }
    for row in picture.rows {
      #expect(isLine(picture.origin.column - 1, row, "│"))
      #expect(isLine(picture.columns.upperBound, row, "│"))
    }
    for column in picture.columns { #expect(isLine(column, picture.origin.row - 1, "─")) }
    #expect(isLine(picture.origin.column - 1, picture.origin.row - 1, "┌"))
    #expect(isLine(picture.columns.upperBound, picture.origin.row - 1, "┐"))
    let others = frame.cells.count { $0.foreground == accent }
    #expect(others <= 2 * (picture.size.columns + picture.size.rows + 2), "no other tile has one")
  }

  @Test(arguments: shapes)
  func `a caption is below the middle of its picture`(shape: PixelSize) {
    let session = session([shape])
    for item in 0..<6 {
      let picture = picture(item, in: session)
      let row = session.frame.textLines[picture.rows.upperBound]
      let tile = session.gallery.navigation.tileRect(of: item)
      let text = row.prefix(tile.columns.upperBound).dropFirst(tile.origin.column)
      guard let start = text.firstIndex(of: "f"), let end = text.lastIndex(where: \.isNumber)
      else {
        Issue.record("no caption below picture \(item)")
        continue
      }
      let from = row.distance(from: row.startIndex, to: start)
      let to = row.distance(from: row.startIndex, to: end) + 1
      let middle = picture.columns.lowerBound + picture.columns.upperBound
      #expect(abs(from + to - middle) <= 1, "\(item)")
    }
  }

  @Test func `a long caption stays inside its tile`() {
    let text = String(repeating: "long ", count: 30)
    var surface = Surface(size: CellSize(columns: 60, rows: 1))
    let session = session(Self.shapes)
    let look = TileLook(of: 1, on: session.gallery.board, in: session.gallery.scene)
    let area = CellRect(column: 20, row: 0, columns: 20, rows: 1)
    TileCaption(look: look, area: area, clip: surface.bounds, theme: .dark)
      .drawLine(text, besides: [], below: 28..<32, into: &surface)
    let line = surface.textLines[0]
    #expect(line.hasPrefix(String(repeating: " ", count: 21) + "l") && line.count <= 39)
    #expect(line.contains("…"))
  }

  @Test func `no caption is in the first row without its picture, drawn anew or not`() {
    var session = GallerySession(count: 60, screen: CellSize(columns: 102, rows: 29), mode: .grid)
    session.answerAll()
    var canvas = Canvas(size: session.gallery.layout.screen)
    canvas.draw(session.gallery)
    let height = session.gallery.layout.lines.lineLength
    var isSeen = Set<Bool>()
    for step in [Array(repeating: 1, count: height + 2), Array(repeating: -1, count: height)]
      .joined()
    {
      session.send([.scrolled(rows: step)])
      canvas.draw(session.gallery)
      #expect(canvas.surface == session.frame)
      #expect(!session.frame.textLines[0].contains("food"))
      isSeen.insert(session.frame.textLines[1].contains("food"))
    }
    #expect(isSeen == [true, false])
  }

  @Test func `a loading tile's frame is around its placeholder`() {
    let session = GallerySession(
      count: 1, screen: CellSize(columns: 34, rows: 20), mode: .grid)
    let picture = session.gallery.layout.pictureRect(in: session.gallery.navigation.tileRect(of: 0))
    #expect(session.frame[picture.origin.column - 1, picture.origin.row].scalar == "│")
    #expect(session.frame[picture.columns.upperBound, picture.origin.row - 1].scalar == "┐")
  }
}
