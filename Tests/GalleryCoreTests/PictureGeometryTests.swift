import Raster
import TestSupport
import Testing

@testable import GalleryCore

@Suite struct PictureGeometryTests {
  private let view = CellSize(columns: 80, rows: 24)

  private func geometry(
    _ width: Int, _ height: Int, _ rendition: Rendition = Rendition(),
    enlarged enlargement: Enlargement? = nil
  ) throws -> PictureGeometry {
    let own = PixelSize(width: width, height: height)
    return try #require(
      PictureGeometry(own: own, view: view, rendition: rendition, enlargement: enlargement))
  }

  @Test func `a large picture fits, a small one is not enlarged`() throws {
    let large = try geometry(1_600, 1_200)
    #expect(large.fitScale == 0.04)
    #expect(large.pixels(at: large.fitScale) == PixelSize(width: 64, height: 48))
    #expect(try geometry(16, 16).fitScale == 1)
  }

  @Test func `the scales go from whole through one for one to eightfold`() throws {
    #expect(try geometry(320, 192).scales == [0.25, 1.0 / 3, 0.5, 2.0 / 3, 1, 2, 4, 8])
    #expect(try geometry(16, 16).scales == [1, 2, 4, 8])
    #expect(try geometry(84, 20).scales == [80.0 / 84, 1, 2, 4, 8])
    #expect(try geometry(16, 16, enlarged: .blocks).scales == [1, 2, 3, 4, 8])
    #expect(try geometry(4, 4, enlarged: .smooth).scales == [1, 2, 4, 8, 12])
  }

  @Test func `a small picture fills the view, unless it almost does`() throws {
    #expect(try geometry(30, 20, enlarged: .smooth).fitScale == 2.4)
    #expect(try geometry(1_600, 1_200, enlarged: .smooth).fitScale == 0.04)
    #expect(try geometry(74, 20, enlarged: .smooth).fitScale == 1)
    let pixels = Rendition(.sixel(cell: PixelSize(width: 10, height: 20)))
    #expect(try geometry(64, 64, pixels, enlarged: .smooth).fitScale == 7.5)
  }

  @Test func `blocks are whole pixels of the rendition, in both directions where there is room`()
    throws
  {
    for (symbols, side, scale, size) in [
      (SymbolSet.half, 9, 5.0, PixelSize(width: 45, height: 45)),
      (.quadrant, 9, 10, PixelSize(width: 90, height: 45)),
      (.sextant, 9, 8, PixelSize(width: 72, height: 54)),
      (.octant, 9, 10, PixelSize(width: 90, height: 90)),
      (.sextant, 32, 3, PixelSize(width: 96, height: 72)),
      (.half, 48, 1, PixelSize(width: 48, height: 48)),
      (.half, 60, 0.8, PixelSize(width: 48, height: 48)),
    ] {
      let art = try geometry(side, side, Rendition(.symbols(symbols)), enlarged: .blocks)
      #expect(art.fitScale == scale && art.pixels(at: scale) == size, "\(symbols), \(side)")
    }
  }

  @Test func `pixels that are not square keep the picture's shape`() throws {
    let quadrants = try geometry(160, 96, Rendition(.symbols(.quadrant)))
    #expect(quadrants.pixels(at: 1) == PixelSize(width: 160, height: 48))
    #expect(quadrants.cells(at: 1) == CellSize(columns: 80, rows: 24))
    let sextants = try geometry(160, 96, Rendition(.symbols(.sextant)))
    #expect(sextants.pixels(at: 1) == PixelSize(width: 160, height: 72))
    #expect(sextants.halfBlocks(at: 1) == PixelSize(width: 80, height: 48))
  }

  @Test func `a size that can't be true is no size`() {
    for size in [
      PixelSize(width: 0, height: 5), .init(width: -3, height: 5), .init(width: 5, height: .max),
    ] {
      #expect(PictureGeometry(own: size, view: view, rendition: Rendition()) == nil)
    }
  }

  @Test func `no more than sixteen megapixels are wanted, and none that are not there`() throws {
    let huge = try geometry(1_000_000, 1_000_000)
    #expect(huge.wantedPixels(at: 1).area <= PictureGeometry.mostPixels)
    #expect(try geometry(300, 200).wantedPixels(at: 8) == PixelSize(width: 300, height: 200))
    #expect(try geometry(300, 200).wantedPixels(at: 0.5) == PixelSize(width: 150, height: 100))
  }

  @Test func `wherever one looks, nothing but the picture is seen, and the place is kept`() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<2_000 {
      let method = Rendition.Method.symbols(
        SymbolSet.allCases.randomElement(using: &random) ?? .half)
      let view = CellSize(
        columns: .random(in: 1...100, using: &random), rows: .random(in: 1...40, using: &random))
      let own = PixelSize(
        width: .random(in: 1...3_000, using: &random),
        height: .random(in: 1...3_000, using: &random))
      let ways: [Enlargement?] = [nil, .blocks, .smooth]
      guard
        let geometry = PictureGeometry(
          own: own, view: view, rendition: Rendition(method),
          enlargement: ways.randomElement(using: &random) ?? nil),
        let scale = geometry.scales.randomElement(using: &random)
      else { continue }
      let cells = geometry.cells(at: scale)
      let center = PicturePoint(
        x: .random(in: -1...2, using: &random), y: .random(in: -1...2, using: &random))
      let offset = geometry.offset(at: scale, center: center)
      for (offset, length, view) in [
        (offset.column, cells.columns, view.columns), (offset.row, cells.rows, view.rows),
      ] {
        if length >= view {
          #expect((0...length - view).contains(offset))
        } else {
          #expect(offset <= 0 && length - offset <= view)
        }
      }
      #expect(
        geometry.offset(at: scale, center: geometry.center(at: scale, offset: offset)) == offset)
    }
  }
}
