import Raster

/// The part of a presenter that handles graphics, before and after the cells of a frame.
///
/// Its bytes are appended to those of the frame.
protocol GraphicLayer: AnyObject {
  /// False when the terminal would leave pixels behind where it scrolls.
  var allowsScrolling: Bool { get }

  /// The receiver of the terminal's answers about graphics; nil where the terminal gives none.
  var answers: (any GraphicAnswering)? { get }

  /// The way to hand over pixels to a terminal that has shown that it reads them; nil at first.
  ///
  /// It becomes nil again when that fails once. Other layers ignore it.
  var medium: LocalMedium? { get set }

  /// The bytes that the terminal reads itself to show the current frame.
  var handedBytes: Int { get }

  /// The surface as it can be sent now: parts of graphics are ready to send, or replaced by their
  /// fallback.
  func prepare(_ surface: Surface, limit: FrameLimit, into bytes: inout ByteBuffer) -> Surface

  /// Called when the terminal may have moved what is on the screen.
  func rowsMoved()

  /// Called when all cells of the prepared surface are on the screen.
  ///
  /// - Returns: false when graphics are missing, so that the surface must be presented again.
  func finish(limit: FrameLimit, into bytes: inout ByteBuffer) -> Bool

  /// Ends sequences that a frame that was cut short may have left half sent; `close` follows.
  func endCutShort(into bytes: inout ByteBuffer)

  /// Deletes everything that the terminal keeps of graphics, and forgets it.
  func close(into bytes: inout ByteBuffer)
}

extension GraphicLayer {
  var answers: (any GraphicAnswering)? { nil }

  var medium: LocalMedium? {
    get { nil }
    set {}
  }

  var handedBytes: Int { 0 }

  func rowsMoved() {}
}

/// Shows the fallback of every graphic.
final class FallbackLayer: GraphicLayer {
  private var cells = ResolvedSurface()

  let allowsScrolling = true

  func prepare(_ surface: Surface, limit: FrameLimit, into bytes: inout ByteBuffer) -> Surface {
    cells.fallback(of: surface)
  }

  func finish(limit: FrameLimit, into bytes: inout ByteBuffer) -> Bool { true }

  func endCutShort(into bytes: inout ByteBuffer) {}

  func close(into bytes: inout ByteBuffer) {}
}

/// The way to send a terminal graphics.
package enum GraphicOutput: Hashable, Sendable {
  /// Not at all: their fallback is shown.
  case none
  /// By the kitty graphics protocol, with Unicode placeholders.
  ///
  /// - Parameters:
  ///   - throughTmux: the sequences go to the terminal behind tmux; placeholders are cells in both.
  ///   - quotaBytes: the most that the terminal keeps, at four bytes a pixel. Kitty and ghostty
  ///     keep 320 MB of a window; the rest is a reserve for other programs.
  case kitty(throughTmux: Bool = false, quotaBytes: Int = 256 << 20)
  /// By the kitty graphics protocol, with direct placements.
  ///
  /// - Parameter quotaBytes: the most that the terminal keeps. Konsole has no limit of its own.
  case kittyDirect(quotaBytes: Int = 128 << 20)
  /// As sixels.
  ///
  /// - Parameter scrollWithText: whether they move with the text where a scroll region scrolls.
  case sixel(scrollWithText: Bool = true)
  /// As the inline images of iTerm2, which move with the text.
  case iterm2

  func makeLayer() -> any GraphicLayer {
    switch self {
    case .none: FallbackLayer()
    case .kitty(let throughTmux, let quotaBytes):
      KittyLayer(quotaBytes: quotaBytes, writer: KittyWriter(isWrapped: throughTmux))
    case .kittyDirect(let quotaBytes):
      KittyLayer(
        quotaBytes: quotaBytes, writer: KittyWriter(isWrapped: false, placesDirectly: true))
    case .sixel(let scrollWithText): StripLayer(scrollsWithText: scrollWithText)
    case .iterm2: StripLayer(scrollsWithText: true)
    }
  }
}

extension KittyLayer {
  fileprivate convenience init(quotaBytes: Int, writer: KittyWriter) {
    let name = UInt32.random(in: GraphicHoldings.names)
    self.init(
      store: GraphicStore(
        GraphicHoldings(firstName: name, quotaBytes: quotaBytes), writer: writer))
  }
}
