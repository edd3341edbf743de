import Raster
import ScreenComparison
import Testing

@Suite struct CellLatticeTests {
  /// A terminal of 72x30 cells whose corners have the colors of a calibration.
  private func calibration(
    first: CellRect = CellRect(column: 0, row: 0, columns: 1, rows: 1),
    last: CellRect = CellRect(column: 71, row: 29, columns: 1, rows: 1),
    lastColor: UInt32 = CellLattice.lastColor
  ) -> PixelImage {
    var screen = DrawnScreen(
      tiles: PixelImage(size: PixelSize(width: 40, height: 40), filledWith: 0xFF00_8000))
    screen.fill(first, with: CellLattice.firstColor)
    screen.fill(last, with: lastColor)
    return screen.image
  }

  @Test func `two corners say where all cells are`() throws {
    #expect(
      try CellLattice(calibration: calibration(), size: DrawnScreen.size) == DrawnScreen.lattice)
  }

  @Test func `a terminal with few colors shows about those of the corners`() throws {
    let image = calibration(lastColor: 0xFF0C_0CF0)
    #expect(try CellLattice(calibration: image, size: DrawnScreen.size) == DrawnScreen.lattice)
  }

  @Test func `a screen without the corners is no calibration screen`() throws {
    let image = calibration(lastColor: 0xFF00_0000)
    #expect(throws: CellLattice.NotCalibrated.self) {
      try CellLattice(calibration: image, size: DrawnScreen.size)
    }
  }

  @Test func `corners that lie elsewhere than the size says are refused`() throws {
    #expect(throws: CellLattice.NotCalibrated.self) {
      try CellLattice(calibration: calibration(), size: CellSize(columns: 72, rows: 31))
    }
    let wide = calibration(first: CellRect(column: 0, row: 0, columns: 2, rows: 1))
    #expect(throws: CellLattice.NotCalibrated.self) {
      try CellLattice(calibration: wide, size: DrawnScreen.size)
    }
  }

  @Test func `every cell is the mean of its light`() throws {
    var screen = DrawnScreen(tiles: PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 0))
    screen.fill(CellRect(column: 71, row: 29, columns: 1, rows: 1), with: 0xFFFF_FFFF)
    // Half of a cell: half of the light is a value of 188.
    screen.draw(
      PixelImage(size: PixelSize(width: 10, height: 10), filledWith: 0xFFFF_FFFF), column: 3, row: 2
    )
    let cells = try screen.cells
    #expect(cells.size == PixelSize(width: 72, height: 30))
    #expect(cells.pixels.last == 0xFFFF_FFFF)
    #expect(cells.pixels[2 * 72 + 3] == 0xFFBC_BCBC)
    #expect(cells.pixels[2 * 72 + 4] == 0xFF00_0000)
  }

  @Test func `cells outside of the screenshot are refused`() {
    let image = PixelImage(size: PixelSize(width: 100, height: 100), filledWith: 0)
    for description in ["10x20+1+0", "10x20+0+1", "10x20+-1+0", "0x20+0+0"] {
      let lattice = CellLattice(description)
      #expect(throws: CellLattice.CellsOutside.self, "\(description)") {
        try lattice?.cells(CellSize(columns: 10, rows: 5), of: image)
      }
    }
  }

  @Test(arguments: ["8x17+4+30", "10x20+0+-3"])
  func `a lattice is written as it is read`(description: String) {
    #expect(CellLattice(description)?.description == description)
  }

  @Test(arguments: ["", "8x17", "8+4+30", "8x17+4", "8x17+4+30+1", "8x17x1+4+30", "axb+c+d"])
  func `a text that is not a lattice is refused`(description: String) {
    #expect(CellLattice(description) == nil)
  }
}
