import Raster

/// Shows the fallback of every graphic.
final class FallbackLayer: GraphicLayer {
  private var cells = ResolvedSurface()

  let allowsScrolling = true

  func prepare(_ surface: Surface, limit: FrameLimit, into bytes: inout ByteBuffer) -> Surface {
    cells.resolve(surface) { _ in .fallback }
  }

  func finish(limit: FrameLimit, into bytes: inout ByteBuffer) -> Bool { true }

  func endCutShort(into bytes: inout ByteBuffer) {}

  func close(into bytes: inout ByteBuffer) {}
}
