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

/// Prefetches nothing: items are loaded when they become visible.
public struct OffPolicy: PrefetchPolicy, Hashable {
  public let name = "off"

  public init() {}

  public func window(for position: ScrollPosition) -> Range<Int>? {
    position.viewport.offset..<position.viewport.offset
  }
}

/// The names by which options and settings call the policies of this library, from the plainest to the
/// best.
///
/// ```swift
/// let policy = PrefetchPolicyName(rawValue: "texture")?.policy ?? AdaptivePolicy()
/// let controller = PrefetchController(dataSource: pictures, policy: policy)
/// ```
public enum PrefetchPolicyName: String, CaseIterable, Hashable, Sendable {
  case off, `static`, uikit, texture, arkui, adaptive

  /// The policy of this name, with its own numbers; its ``PrefetchPolicy/name`` is the raw value.
  public var policy: any PrefetchPolicy {
    switch self {
    case .off: OffPolicy()
    case .static: StaticPolicy()
    case .uikit: UIKitPolicy()
    case .texture: TexturePolicy()
    case .arkui: ArkUIPolicy()
    case .adaptive: AdaptivePolicy()
    }
  }
}
