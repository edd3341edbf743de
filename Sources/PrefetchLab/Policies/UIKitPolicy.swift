import Prefetching

/// The rule of `UICollectionView`, as far as it can be observed from outside.
///
/// *Documented* by Apple, of `UICollectionViewDataSourcePrefetching`: items likely to be shown soon are announced in
/// order of urgency, except those needed immediately. Items that are no longer expected are canceled. The documentation
/// gives no numbers.
///
/// *Observed*: with 32 items on screen, a collection view announces the next 24 when it opens (kean.blog, "Image
/// Prefetching", 2021, and Nuke's guide to prefetching): three quarters of a screenful. It announces nothing behind the
/// viewport.
///
/// *Our reading*: the window is three quarters at any speed and in either direction, recomputed for every movement.
/// UIKit prepares cells only from the first scroll on; here only their data counts.
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
