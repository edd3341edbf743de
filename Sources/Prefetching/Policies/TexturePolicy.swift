/// What Texture, once AsyncDisplayKit, loads around the screen: its *preload range*.
///
/// The numbers are those of its source: 2.5 screenfuls on the leading side and 1.5 on the trailing one
/// (`ASAbstractLayoutController.mm`, `ASLayoutRangeModeFull`); for the first update of the range half a
/// screenful and a quarter (`ASLayoutRangeModeMinimum`), so that the first screen is not held up; decided
/// anew for every movement (`ASRangeController.mm`).
///
/// *Our reading*: Texture goes to its full range once the first screen has been drawn. Here that is the
/// second decision, and the first one of who has scrolled already.
public struct TexturePolicy: PrefetchPolicy, Hashable {
  public let name = "texture"

  /// Makes the policy; there is nothing to choose.
  public init() {}

  public func window(for position: ScrollPosition) -> Range<Int>? {
    let isFirst = position.lastDecision == nil && !position.motion.isDirectionKnown
    return position.viewport.window(
      ahead: isFirst ? 0.5 : 2.5, behind: isFirst ? 0.25 : 1.5, towards: position.direction)
  }
}
