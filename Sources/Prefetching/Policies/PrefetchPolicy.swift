/// Decides which part of the content is worth having ready.
///
/// A policy is a pure function of the position: the same position gives the same window. It names
/// offsets; the ``ViewportTracker`` turns them into items, takes out what is visible or given out
/// already, and orders the rest.
///
/// ```swift
/// /// Half a screenful on either side, decided anew for every movement.
/// struct SymmetricPolicy: PrefetchPolicy {
///   let name = "symmetric"
///   func window(for position: ScrollPosition) -> Range<Int>? {
///     let viewport = position.viewport
///     let margin = viewport.length / 2
///     return viewport.offset - margin..<viewport.offset + viewport.length + margin
///   }
/// }
/// ```
public protocol PrefetchPolicy: Sendable {
  /// What options, overlays and reports call the policy.
  var name: String { get }

  /// The window of offsets whose items should be ready, or nil to keep the present window.
  ///
  /// It may overlap the viewport and lie partly outside the content. Items in it that have been
  /// visible stay wanted; only those never given out are prefetched. With nil the window keeps its
  /// items, less those that no longer exist; there is none to keep at first.
  func window(for position: ScrollPosition) -> Range<Int>?
}
