import GalleryCore
import Raster
import TerminalUI
import Testing

@testable import GalleryApp

/// Rows of printed pictures, as drawn.
@Suite struct SheetRowTests {
  private static func picture(_ width: Int, _ height: Int) -> SheetTile.Content {
    .picture(PixelImage(size: PixelSize(width: width, height: height), filledWith: 0xFF80_4020))
  }

  private static func tile(
    _ name: String, _ content: SheetTile.Content, link: String? = nil
  ) -> SheetTile {
    SheetTile(name: name, link: link, content: content)
  }

  private static func row(
    _ tiles: [SheetTile], columns: Int? = 3, width: Int = 36, of count: Int? = nil
  ) -> SheetRow {
    let sheet = ContactSheet(
      of: count ?? tiles.count, in: PrintSpace(width: width, height: 12),
      PrintChoices(columns: columns, rows: 4))
    return SheetRow(tiles, of: sheet, shownAs: Rendition())
  }

  /// The drawn cells: `#` for a picture's.
  private static func drawing(_ row: SheetRow) -> [String] {
    var surface = row.surface
    for line in 0..<surface.size.rows {
      for column in 0..<surface.size.columns
      where !surface[column, line].background.isTerminalDefault
        || surface[column, line].glyph == 0x2580
      {
        surface[column, line] = Cell(glyph: "#")
      }
    }
    return surface.textLines
  }

  @Test func `pictures stand on their names, in the middle of their tiles`() {
    let row = Self.row([
      Self.tile("wide.jpg", Self.picture(10, 4)), Self.tile("tall.jpg", Self.picture(4, 8)),
      Self.tile("small.png", Self.picture(2, 1)),
    ])
    #expect(
      Self.drawing(row) == [
        "               ####",
        "               ####",
        "##########     ####",
        "##########     ####         ##",
        " wide.jpg    tall.jpg   small.png",
      ])
  }

  @Test func `a row is no higher than its pictures`() {
    let row = Self.row([
      Self.tile("a", Self.picture(6, 2)), Self.tile("b", Self.picture(6, 2)),
    ])
    #expect(Self.drawing(row) == ["  ######      ######", "    a           b"])
  }

  @Test func `a failure has its reason in its place, wrapped, and its name`() {
    let row = Self.row([
      Self.tile("a.jpg", Self.picture(10, 8)),
      Self.tile("b.jpg", .failure("cut off before its end")),
    ])
    #expect(
      Self.drawing(row) == [
        "##########",
        "##########   cut off",
        "##########  before its",
        "##########     end",
        "  a.jpg       b.jpg",
      ])
  }

  @Test func `a single failure names its picture`() {
    let row = Self.row(
      [Self.tile("b.jpg", .failure("cut off"))], columns: nil)
    #expect(Self.drawing(row) == ["b.jpg: cut off"])
  }

  @Test func `a single picture stands at the left, without a name`() {
    let row = Self.row([Self.tile("a.jpg", Self.picture(5, 3))], columns: nil)
    #expect(Self.drawing(row) == ["#####", "#####"] && row.links == [])
  }

  @Test func `long names lose their middle, by their cells`() {
    let row = Self.row([
      Self.tile("IMG_20260711_143355.jpg", Self.picture(2, 2)),
      Self.tile("漢字漢字漢字漢字.jpg", Self.picture(2, 2)),
    ])
    #expect(Self.drawing(row)[1] == "IMG_20…jpg  漢字漢…jpg")
  }

  @Test func `names are links where they have a target`() {
    let row = Self.row([
      Self.tile("a.jpg", Self.picture(10, 2), link: "file://host/a.jpg"),
      Self.tile("b.jpg", Self.picture(10, 2)),
      Self.tile("IMG_20260711_143355.jpg", Self.picture(2, 2), link: "http://c"),
    ])
    #expect(
      row.links == [
        TextLink(row: 1, columns: 2..<7, target: "file://host/a.jpg"),
        TextLink(row: 1, columns: 24..<34, target: "http://c"),
      ])
  }

  @Test func `hostile names and reasons reach no terminal`() {
    let row = Self.row([
      Self.tile("\u{1B}]0;x\u{7}\n.jpg", .failure("a\u{1B}[2J\u{202E}b")),
      Self.tile("\u{9B}2J.png", Self.picture(2, 2)),
    ])
    for cell in row.surface.cells where !cell.isContinuation {
      #expect(CellWidth.kind(of: cell.scalar) == .drawn || cell.scalar == "\u{FFFD}")
    }
  }

  @Test func `a picture larger than its tile is clipped`() {
    let row = Self.row([Self.tile("a", Self.picture(40, 40)), Self.tile("b", Self.picture(1, 1))])
    #expect(row.surface.size == CellSize(columns: 36, rows: 5))
    #expect(Self.drawing(row)[0] == "##########")
  }
}
