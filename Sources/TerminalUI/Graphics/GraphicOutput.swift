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
          firstID: .random(in: GraphicStore.ids), quotaBytes: quotaBytes,
          writer: KittyWriter(isWrapped: throughTmux)))
    case .sixel(let scrollWithText): SixelLayer(scrollsWithText: scrollWithText)
    }
  }
}
