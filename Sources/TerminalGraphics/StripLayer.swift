import Raster

/// Shows graphics as strips, each as high as a row of cells.
///
/// A strip of sixels that is cut or covered keeps its other columns. An inline image is drawn completely, or as its
/// fallback. The last row has the fallback, because some terminals scroll after a strip there.
final class StripLayer: GraphicLayer {
  private let scrollsWithText: Bool
  private var cells = ResolvedSurface()
  private var admission = PictureAdmission()
  private var hasGraphics = false
  private(set) var allowsScrolling = true

  init(scrollsWithText: Bool) {
    self.scrollsWithText = scrollsWithText
  }

  func prepare(_ surface: Surface, limit: FrameLimit, into bytes: inout ByteBuffer) -> Surface {
    let hadGraphics = hasGraphics
    hasGraphics = !surface.graphics.isEmpty
    allowsScrolling = scrollsWithText || !(hadGraphics || hasGraphics)
    cells.load(surface)
    admit(limit)
    let lastRow = surface.size.rows - 1
    return cells.replaceRuns(of: surface) { [graphics = cells.graphics, admission] run in
      let graphic = graphics[run.graphic]
      guard run.place.row < lastRow, let strips = graphic.payload.strips, run.row < strips.count,
        run.count == graphic.size.columns || graphic.hasPartsOfStrips
      else { return .fallback }
      return admission.admits(graphic.id) ? .strip : .coarse
    }
  }

  /// Chooses the graphics that are drawn.
  ///
  /// If the terminal can't move strips, a frame without room for new ones would have to send the
  /// old ones again.
  private func admit(_ limit: FrameLimit) {
    if limit.pictureBytes == .max {
      admission.admitAll(cells.graphics.map(\.id))
    } else {
      let pictures = cells.order(around: limit.focus).map { index in
        let graphic = cells.graphics[index]
        return (id: graphic.id, bytes: graphic.stripBytes)
      }
      admission.admit(
        pictures, budget: limit.pictureBytes, keepsFormer: allowsScrolling || limit.pictureBytes > 0
      )
    }
  }

  func finish(limit: FrameLimit, into bytes: inout ByteBuffer) -> Bool {
    admission.frameWasSent()
    return !admission.isHoldingBack
  }

  func endCutShort(into bytes: inout ByteBuffer) {}

  func close(into bytes: inout ByteBuffer) {}
}

extension Graphic {
  /// The size of all its strips.
  fileprivate var stripBytes: Int { payload.strips?.reduce(0) { $0 + $1.count } ?? 0 }

  /// Whether some columns of a strip can be sent alone.
  fileprivate var hasPartsOfStrips: Bool {
    if case .sixel = payload { true } else { false }
  }
}
