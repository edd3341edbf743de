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
