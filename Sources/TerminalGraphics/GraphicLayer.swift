import Raster

/// The part of a presenter that handles graphics, before and after the cells of a frame.
///
/// Its bytes are appended to those of the frame.
package protocol GraphicLayer: AnyObject {
  /// False when the terminal would leave pixels behind where it scrolls.
  var allowsScrolling: Bool { get }

  /// The receiver of the terminal's answers about graphics; nil if it gives none.
  var answers: (any GraphicAnswering)? { get }

  /// Whether a graphic is partly sent: the terminal expects its next part before any other command
  /// about graphics.
  var isWithinGraphic: Bool { get }

  /// The medium for pixels, once the terminal has proved to read it; nil at first.
  ///
  /// It becomes nil after the first failure. Other layers ignore it.
  var medium: LocalMedium? { get set }

  /// The bytes that the terminal reads from the medium for the current frame.
  var handedBytes: Int { get }

  /// Returns the surface with parts of graphics ready to send, or replaced by their fallback.
  func prepare(_ surface: Surface, limit: FrameLimit, into bytes: inout ByteBuffer) -> Surface

  /// Called when the terminal may have moved rows.
  func rowsMoved()

  /// Called when all cells of the prepared surface are on the screen.
  ///
  /// - Returns: false if graphics are missing and the surface must be presented again.
  func finish(limit: FrameLimit, into bytes: inout ByteBuffer) -> Bool

  /// Ends sequences that an interrupted frame may have sent half; `close` follows.
  func endCutShort(into bytes: inout ByteBuffer)

  /// Deletes all graphics of the terminal, and forgets them.
  func close(into bytes: inout ByteBuffer)
}

extension GraphicLayer {
  package var answers: (any GraphicAnswering)? { nil }

  package var isWithinGraphic: Bool { false }

  package var medium: LocalMedium? {
    get { nil }
    set {}
  }

  package var handedBytes: Int { 0 }

  package func rowsMoved() {}
}

/// Replaces every graphic by its fallback.
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
  /// No graphics: fallbacks are shown.
  case none
  /// By the kitty graphics protocol, with Unicode placeholders.
  ///
  /// - Parameters:
  ///   - throughTmux: whether the sequences pass through tmux to the terminal behind it;
  ///     placeholders are cells in both.
  ///   - quotaBytes: the most memory to use in the terminal, at four bytes a pixel. Kitty and
  ///     ghostty keep 320 MB per window; the rest is left to other programs.
  case kitty(throughTmux: Bool = false, quotaBytes: Int = 256 << 20)
  /// By the kitty graphics protocol, with direct placements.
  ///
  /// - Parameter quotaBytes: the most memory to use in the terminal. Konsole has no limit of its
  ///   own.
  case kittyDirect(quotaBytes: Int = 128 << 20)
  /// As sixels.
  ///
  /// - Parameter scrollWithText: whether they move with the text in a scroll region.
  case sixel(scrollWithText: Bool = true)
  /// As the inline images of iTerm2, which move with the text.
  case iterm2

  package func makeLayer() -> any GraphicLayer {
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
