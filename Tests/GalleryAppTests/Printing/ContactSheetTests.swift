import Raster
import Testing

@testable import GalleryApp

/// How many printed pictures stand in a row, and how large they are.
@Suite struct ContactSheetTests {
  private func sheet(
    _ count: Int, width: Int = 80, height: Int? = 23, columns: Int? = nil, rows: Int? = nil,
    isBinding: Bool = false
  ) -> ContactSheet {
    var space = PrintSpace(width: width, height: height)
    space.isBinding = isBinding
    return ContactSheet(of: count, in: space, PrintChoices(columns: columns, rows: rows))
  }

  @Test func `one picture has the whole width, and leaves a line for the prompt`() {
    let single = sheet(1)
    #expect(single.picture == CellSize(columns: 80, rows: 23))
    #expect(single.columns == 1 && single.rowCount == 1 && !single.hasNames)
    #expect(sheet(1, rows: 5).picture == CellSize(columns: 80, rows: 5))
  }

  @Test func `several pictures are tiles of about 24x10 cells, as many as fit`() {
    #expect(sheet(100).columns == 3 && sheet(100, width: 160).columns == 6)
    #expect(sheet(100, width: 160).picture == CellSize(columns: 24, rows: 9))
    #expect(sheet(2).columns == 3 && sheet(2).hasNames)
    #expect(sheet(100, width: 20).columns == 1)
    #expect(sheet(24, width: 160).rowCount == 4)
    #expect(sheet(7).items(inRow: 2) == 6..<7)
  }

  @Test func `chosen columns make tiles wider, and as high as fits the screen`() {
    let two = sheet(9, columns: 2)
    #expect(two.columns == 2 && two.picture == CellSize(columns: 38, rows: 15))
    let one = sheet(9, width: 160, columns: 1)
    #expect(one.picture == CellSize(columns: 160, rows: 22))
    #expect(sheet(1, columns: 3).hasNames)
    #expect(sheet(9, width: 12, columns: 500).columns == 3)
    #expect(sheet(9, width: 1, columns: 9).picture.columns == 1)
  }

  @Test func `chosen lines may be more than the screen has, unless pictures must fit`() {
    #expect(sheet(1, rows: 99).picture.rows == 99)
    #expect(sheet(1, rows: 99, isBinding: true).picture.rows == 23)
    #expect(sheet(9, rows: 99, isBinding: true).picture.rows == 22)
    #expect(sheet(9, height: 1, rows: 3, isBinding: true).picture.rows == 1)
  }

  @Test func `without a screen, one picture is as high as wide`() {
    #expect(sheet(1, height: nil).picture == CellSize(columns: 80, rows: 40))
    #expect(sheet(9, height: nil).picture == CellSize(columns: 24, rows: 9))
  }

  @Test func `terminals limit pictures on large screens`() {
    var space = PrintSpace(width: 900, height: 400)
    space.largest = CellSize(columns: 100, rows: 32)
    #expect(ContactSheet(of: 1, in: space).picture == CellSize(columns: 100, rows: 32))
  }

  // MARK: - Space

  private func space(
    _ size: CellSize?, width: Int? = nil, _ environment: [String: String] = [:]
  ) -> PrintSpace {
    PrintSpace(on: size, width: width) { environment[$0] }
  }

  @Test func `the terminal's width is used, which no line exceeds`() {
    let size = CellSize(columns: 120, rows: 40)
    #expect(space(size) == PrintSpace(width: 120, height: 39))
    #expect(space(size, width: 60) == PrintSpace(width: 60, height: 39))
    #expect(space(size, width: 300).width == 120)
    #expect(space(size, ["FZF_PREVIEW_COLUMNS": "9"]).width == 120)
  }

  @Test func `without a terminal, the preview's size is used, or 80 columns`() {
    #expect(space(nil) == PrintSpace(width: 80))
    #expect(space(nil, width: 300).width == 300)
    let preview = ["FZF_PREVIEW_COLUMNS": "53", "FZF_PREVIEW_LINES": "21"]
    #expect(space(nil, preview) == PrintSpace(width: 53, height: 21))
    #expect(space(nil, width: 20, preview).width == 20)
    for wrong in ["", "x", "-3", "0", "99999999999999999999"] {
      #expect(space(nil, ["FZF_PREVIEW_COLUMNS": wrong]).width == 80)
    }
  }
}
