import Raster
import TestSupport
import Testing

@Suite struct SurfaceScrollTests {
  private func surface(_ size: CellSize) -> Surface {
    var surface = Surface(size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        surface[column, row].foreground = Color(rawValue: UInt32(row << 8 | column))
      }
    }
    return surface
  }

  @Test func `rows that move take all their cells along, and those that come in keep theirs`() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<300 {
      let size = CellSize(
        columns: .random(in: 0...5, using: &random), rows: .random(in: 0...9, using: &random))
      let first = Int.random(in: -2...size.rows, using: &random)
      let rows = first..<first + Int.random(in: 0...11, using: &random)
      let shift = Int.random(in: -11...11, using: &random)
      let before = surface(size)
      var after = before
      after.scroll(rows, up: shift)
      let moved = rows.clamped(to: 0..<size.rows)
      for row in 0..<size.rows {
        let source =
          moved.contains(row) && moved.contains(row + shift) ? row + shift : row
        for column in 0..<size.columns {
          #expect(after[column, row] == before[column, source])
        }
      }
    }
  }

  @Test func `pictures are identical only in the same memory, shown the same way`() {
    let size = PixelSize(width: 2, height: 2)
    let image = PixelImage(size: size, filledWith: 1)
    var copy = image
    #expect(image.isIdentical(to: copy))
    #expect(!image.isIdentical(to: PixelImage(size: size, filledWith: 1)))
    let cells = CellImage(size: CellSize(columns: 1, rows: 1), cells: [.blank])
    copy.rendering = .cells(cells)
    #expect(!image.isIdentical(to: copy))
    #expect(copy.isIdentical(to: copy))
    var other = copy
    other.rendering = .graphic(
      Graphic(id: 1, size: cells.size, payload: .iterm2(rows: []), fallback: cells))
    #expect(!other.isIdentical(to: copy) && other.isIdentical(to: other))
  }
}
