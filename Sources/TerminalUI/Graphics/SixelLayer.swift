import Raster

/// Shows graphics as strips of sixels, each as high as a row of cells.
///
/// A strip is drawn when all of it is on the surface; of what is cut or covered, the fallback is
/// shown, whose characters erase the pixels under them. In the last row it is the fallback as well,
/// because some terminals scroll after sixels that end there.
final class SixelLayer: GraphicLayer {
  private let scrollsWithText: Bool
  private var cells = ResolvedSurface()
  private var hasGraphics = false
  private(set) var allowsScrolling = true

  init(scrollsWithText: Bool) {
    self.scrollsWithText = scrollsWithText
  }

  func prepare(_ surface: Surface, limit: FrameLimit, into bytes: inout ByteBuffer) -> Surface {
    let hadGraphics = hasGraphics
    hasGraphics = !surface.graphics.isEmpty
    allowsScrolling = scrollsWithText || !(hadGraphics || hasGraphics)
    let lastRow = surface.size.rows - 1
    return cells.resolve(surface) { run in
      guard run.place.row < lastRow, run.isWhole, case .sixel(let rows) = run.graphic.payload,
        run.row < rows.count
      else { return .fallback }
      return .strip
    }
  }

  func finish(limit: FrameLimit, into bytes: inout ByteBuffer) -> Bool { true }

  func endCutShort(into bytes: inout ByteBuffer) {}

  func close(into bytes: inout ByteBuffer) {}
}
