import Raster

/// What a presenter does about graphics, before and after the cells of a frame.
///
/// What it sends is appended to the bytes of the frame.
protocol GraphicLayer: AnyObject {
  /// False when the terminal would leave pixels behind where it scrolls.
  var allowsScrolling: Bool { get }

  /// What is to be told of the terminal's answers about graphics; nil where it gives none.
  var answers: (any GraphicAnswering)? { get }

  /// The surface as it can be sent now: parts of graphics are made ready, or replaced by their
  /// fallback.
  func prepare(_ surface: Surface, limit: FrameLimit, into bytes: inout ByteBuffer) -> Surface

  /// Called when all cells of the prepared surface are on the screen.
  ///
  /// - Returns: false when the surface is to be presented again, because graphics are missing.
  func finish(limit: FrameLimit, into bytes: inout ByteBuffer) -> Bool

  /// Ends what a frame that was cut short may have left half sent; `close` follows.
  func endCutShort(into bytes: inout ByteBuffer)

  /// Takes back all that the terminal keeps of graphics, and forgets it.
  func close(into bytes: inout ByteBuffer)
}

extension GraphicLayer {
  var answers: (any GraphicAnswering)? { nil }
}

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

/// How a terminal is sent graphics.
package enum GraphicOutput: Hashable, Sendable {
  /// It is not: their fallback is shown.
  case none
  /// By the kitty graphics protocol, with Unicode placeholders.
  ///
  /// - Parameters:
  ///   - throughTmux: the sequences go to the terminal behind tmux; placeholders are cells in both.
  ///   - quotaBytes: the most that it keeps, at four bytes a pixel.
  case kitty(throughTmux: Bool = false, quotaBytes: Int = 64 << 20)
  /// As sixels.
  ///
  /// - Parameter scrollWithText: where a scroll region scrolls, they move with the text.
  case sixel(scrollWithText: Bool = true)

  func makeLayer() -> any GraphicLayer {
    switch self {
    case .none: FallbackLayer()
    case .kitty(let throughTmux, let quotaBytes):
      KittyLayer(
        store: GraphicStore(
          GraphicHoldings(
            firstName: .random(in: GraphicHoldings.names), quotaBytes: quotaBytes),
          writer: KittyWriter(isWrapped: throughTmux)))
    case .sixel(let scrollWithText): SixelLayer(scrollsWithText: scrollWithText)
    }
  }
}
