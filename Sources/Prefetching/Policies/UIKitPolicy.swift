/// What `UICollectionView` does, as far as it can be told from outside.
///
/// *Documented* by Apple, of `UICollectionViewDataSourcePrefetching`: items likely to be shown soon are
/// announced in the order of their urgency, those needed at once are not among them, and those that are
/// not expected any more are cancelled. It says nothing of how many.
///
/// *Observed*: with 32 items on screen, a collection view announces the next 24 when it opens
/// (kean.blog, "Image Prefetching", 2021, and Nuke's guide to prefetching): three quarters of a
/// screenful. It announces nothing that lies behind.
///
/// *Our reading*: it is three quarters at any speed and in either direction, decided anew for every
/// movement. Cells as such are prepared from the first scroll on only; their data is what matters here.
public struct UIKitPolicy: PrefetchPolicy, Hashable {
  public let name = "uikit"

  /// 24 items for 32.
  private static let ahead = 0.75

  /// Makes the policy; there is nothing to choose.
  public init() {}

  public func window(for position: ScrollPosition) -> Range<Int>? {
    position.viewport.window(ahead: Self.ahead, behind: 0, towards: position.direction)
  }
}
