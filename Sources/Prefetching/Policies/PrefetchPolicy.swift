/// Decides which part of the content should be ready.
///
/// A policy is a pure function: the same position gives the same window. It works with offsets. The
/// ``PrefetchController`` converts them to items, excludes visible and announced ones, and orders the rest.
///
/// ```swift
/// /// Half a screenful on both sides, recomputed for every movement.
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
  /// The name of the policy in options and reports.
  var name: String { get }

  /// The window of offsets whose items should be ready; nil keeps the current window.
  ///
  /// It may overlap the viewport and extend beyond the content. Items in it that were visible stay
  /// expected; only new ones are prefetched. With nil the window keeps its items, except those that
  /// no longer exist; at first it is empty.
  func window(for position: ScrollPosition) -> Range<Int>?
}

/// Prefetches nothing: items are loaded when they become visible.
package struct OffPolicy: PrefetchPolicy, Hashable {
  package let name = "off"

  package init() {}

  package func window(for position: ScrollPosition) -> Range<Int>? {
    position.viewport.offset..<position.viewport.offset
  }
}

/// The policies of this library by name, from the plainest to the best.
///
/// ```swift
/// let policy = PrefetchPolicyName(rawValue: "static")?.policy ?? AdaptivePolicy()
/// let controller = PrefetchController(dataSource: pictures, policy: policy)
/// ```
public enum PrefetchPolicyName: String, CaseIterable, Hashable, Sendable {
  /// No prefetching: items are loaded when they become visible.
  case off
  /// One screenful ahead, recomputed after a quarter of one, like Preheat; see ``StaticPolicy``.
  case `static`
  /// As far ahead as the viewport moves while a picture loads; see ``AdaptivePolicy``.
  case adaptive

  /// The policy of this name with its default settings; its ``PrefetchPolicy/name`` is the raw value.
  public var policy: any PrefetchPolicy {
    switch self {
    case .off: OffPolicy()
    case .static: StaticPolicy()
    case .adaptive: AdaptivePolicy()
    }
  }
}
