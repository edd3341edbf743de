import Prefetching

/// The policies that the laboratory compares, from the plainest to the best.
///
/// The program contains some of them. The others follow the rules of other libraries.
package enum ComparedPolicy: String, CaseIterable, Hashable, Sendable {
  /// No prefetching: items are loaded when they become visible.
  case off
  /// One screenful ahead, as Preheat does.
  case `static`
  /// Three quarters of a screenful ahead, as observed in UIKit.
  case uikit
  /// 2.5 screenfuls ahead and 1.5 behind, as Texture does.
  case texture
  /// One to four screenfuls ahead, depending on the latency of loads, as OpenHarmony's ArkUI does.
  case arkui
  /// As far ahead as the viewport moves while a picture loads.
  case adaptive

  /// The policy of this name with its default settings; its `name` is the raw value.
  package var policy: any PrefetchPolicy {
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
