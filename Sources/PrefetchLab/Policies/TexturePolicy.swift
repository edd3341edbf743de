import Prefetching

/// The *preload range* of Texture, once AsyncDisplayKit.
///
/// The numbers are those of its source: 2.5 screenfuls on the leading side and 1.5 on the trailing one
/// (`ASAbstractLayoutController.mm`, `ASLayoutRangeModeFull`). The first update of the range has half a
/// screenful and a quarter (`ASLayoutRangeModeMinimum`), so that the first screen is not held up. Every
/// movement recomputes it (`ASRangeController.mm`).
///
/// *Our reading*: Texture goes to its full range once the first screen has been drawn. Here that is the
/// second decision, and the first one after a scroll.
package struct TexturePolicy: PrefetchPolicy, Hashable {
  package let name = "texture"

  /// Makes the policy; it has no settings.
  package init() {}

  package func window(for position: ScrollPosition) -> Range<Int>? {
    let isFirst = position.lastDecision == nil && !position.motion.isDirectionKnown
    return position.viewport.window(
      ahead: isFirst ? 0.5 : 2.5, behind: isFirst ? 0.25 : 1.5, towards: position.direction)
  }
}
