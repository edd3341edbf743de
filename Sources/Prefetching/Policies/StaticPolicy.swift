/// Prefetches a fixed share of a screenful ahead and nothing behind.
///
/// The window is decided anew after a fixed share of a screenful of movement. The rule and its numbers
/// are those of Preheat (kean/Preheat, `Controller.swift`), with one difference: the window reaches back
/// into the viewport by the threshold. So a short move against the direction does not cancel the line
/// that it hides, only to load it again.
public struct StaticPolicy: PrefetchPolicy, Hashable {
  /// `static`.
  public let name = "static"
  /// The length of the window ahead, in viewport lengths.
  public let ratio: Double
  /// The movement after which the window is decided anew, in viewport lengths.
  public let threshold: Double

  /// Makes a policy; a negative number or NaN counts as 0.
  public init(ratio: Double = 1, threshold: Double = 0.25) {
    self.ratio = Self.share(ratio)
    self.threshold = Self.share(threshold)
  }

  /// The window, or nil as long as the viewport is within the threshold of the last decision.
  public func window(for position: ScrollPosition) -> Range<Int>? {
    let viewport = position.viewport
    if let last = position.lastDecision?.viewport, isNear(last, viewport) { return nil }
    let ahead = length(ratio, of: viewport)
    let inside = min(viewport.length, length(threshold, of: viewport))
    switch position.direction {
    case .forward:
      let end = viewport.range.upperBound
      return end - inside..<end.addingSaturated(ahead)
    case .backward:
      let start = viewport.offset
      return start.addingSaturated(-ahead)..<start.addingSaturated(inside)
    }
  }

  private func isNear(_ last: Viewport, _ viewport: Viewport) -> Bool {
    // In floating point the difference of two far offsets cannot overflow.
    let distance = abs(Double(viewport.offset) - Double(last.offset))
    return distance <= threshold * Double(viewport.length)
  }

  private func length(_ share: Double, of viewport: Viewport) -> Int {
    Int(exactly: (share * Double(viewport.length)).rounded(.up)) ?? .max
  }

  /// A finite number, because infinity times a length of 0 is no length.
  private static func share(_ value: Double) -> Double {
    value > 0 ? min(value, .greatestFiniteMagnitude) : 0
  }
}

/// The rule of `UICollectionView`, as far as it can be observed from outside.
///
/// *Documented* by Apple, of `UICollectionViewDataSourcePrefetching`: items likely to be shown soon are
/// announced in the order of their urgency, without those that are needed at once. Items that are no longer
/// expected are canceled. The documentation gives no numbers.
///
/// *Observed*: with 32 items on screen, a collection view announces the next 24 when it opens
/// (kean.blog, "Image Prefetching", 2021, and Nuke's guide to prefetching): three quarters of a
/// screenful. It announces nothing that lies behind.
///
/// *Our reading*: the window is three quarters at any speed and in either direction, decided anew for every
/// movement. UIKit prepares cells only from the first scroll on; here only their data counts.
package struct UIKitPolicy: PrefetchPolicy, Hashable {
  package let name = "uikit"

  /// 24 items for 32.
  private static let ahead = 0.75

  /// Makes the policy; it has no settings.
  package init() {}

  package func window(for position: ScrollPosition) -> Range<Int>? {
    position.viewport.window(ahead: Self.ahead, behind: 0, towards: position.direction)
  }
}

/// The *preload range* of Texture, once AsyncDisplayKit.
///
/// The numbers are those of its source: 2.5 screenfuls on the leading side and 1.5 on the trailing one
/// (`ASAbstractLayoutController.mm`, `ASLayoutRangeModeFull`). The first update of the range has half a
/// screenful and a quarter (`ASLayoutRangeModeMinimum`), so that the first screen is not held up. Every
/// movement decides anew (`ASRangeController.mm`).
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

extension Viewport {
  /// The viewport and a part of the content on either side of it.
  ///
  /// - Parameters:
  ///   - ahead: the viewport lengths on the side that `direction` names; below 0 and NaN count as 0.
  ///   - behind: the same for the other side.
  func window(ahead: Double, behind: Double, towards direction: ScrollDirection) -> Range<Int> {
    let (ahead, behind) = (lengths(ahead), lengths(behind))
    switch direction {
    case .forward: return widened(before: behind, after: ahead)
    case .backward: return widened(before: ahead, after: behind)
    }
  }

  private func widened(before: Int, after: Int) -> Range<Int> {
    offset.addingSaturated(-before)..<range.upperBound.addingSaturated(after)
  }

  /// A part of a unit counts as a whole one.
  private func lengths(_ count: Double) -> Int {
    guard count > 0, length > 0 else { return 0 }
    return Int(exactly: (count * Double(length)).rounded(.up)) ?? .max
  }
}
