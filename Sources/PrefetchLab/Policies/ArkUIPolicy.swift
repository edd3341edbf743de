import Prefetching

/// The rule of `BasicPrefetcher` in OpenHarmony's ArkUI: by latency, speed and the ready share of the screen.
///
/// The rules and numbers are those of its source (Apache 2.0, Huawei 2024):
///
/// - The *latency* of a load limits the window. The limit is 2 screenfuls at first, 4 above 290 ms, and 1
///   above 4 s. It returns to 4 below 3 s and to 2 below 140 ms.
/// - *Speed* sets a floor: 2.5 times the items a second, times the limit. The source multiplies items a
///   second by items, so that a scroll of one item in 2.5 seconds reaches the whole limit.
/// - Between floor and limit the window grows with the *ready share* of the screen, to the power of 2.5.
///   While the screen is empty and at rest, nothing is prefetched.
/// - The trailing side is half of the leading one; before a direction is known both are whole.
///
/// *Our reading*: the source remembers the tier, but a policy is a pure function. Between the edges of two
/// tiers, the reach of the last window tells the present one: a reach beyond the smaller tier means the larger.
/// That is exact while the viewport scrolls or the screen is complete. The source's latency is an average that
/// starts at 0 and moves by a twentieth; ours is `LoadConditions.timeToReady`.
package struct ArkUIPolicy: PrefetchPolicy, Hashable {
  package let name = "arkui"

  /// Creates the policy; it has no settings.
  package init() {}

  package func window(for position: ScrollPosition) -> Range<Int>? {
    let floor = speedFloor(position.motion, in: position.layout)
    let ahead = (floor + (1 - floor) * completion(position)) * tier(of: position).screenfuls
    let isDirectionKnown = position.motion.isDirectionKnown
    return position.viewport.window(
      ahead: ahead, behind: isDirectionKnown ? ahead / 2 : ahead, towards: position.direction)
  }

  /// The growth between floor and limit, from 0 to 1.
  private func completion(_ position: ScrollPosition) -> Double {
    let share = Self.share(position.conditions.readyShare)
    return share * share * share.squareRoot()
  }

  /// The floor that the speed sets, from 0 to 1.
  private func speedFloor(_ motion: ScrollMotion, in layout: LineLayout) -> Double {
    Self.share(2.5 * layout.itemsPassing(at: motion.speed))
  }

  /// A value cut to 0 to 1; NaN counts as 0.
  private static func share(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}

extension ArkUIPolicy {
  /// The limit that the latency of loads sets.
  private enum Tier {
    case fast, slow, hopeless

    var screenfuls: Double {
      switch self {
      case .fast: 2
      case .slow: 4
      case .hopeless: 1
      }
    }
  }

  /// Each tier has an upper edge, above which it is left, and a lower one, below which it is entered again.
  private func tier(of position: ScrollPosition) -> Tier {
    guard let latency = position.conditions.timeToReady else { return .fast }
    let reach = lastReach(position)
    return switch latency {
    case ..<(.milliseconds(140)): .fast
    case ...(.milliseconds(290)): (reach ?? 0) > Tier.fast.screenfuls ? .slow : .fast
    case ..<(.milliseconds(3_000)): .slow
    case ...(.milliseconds(4_000)):
      (reach ?? .infinity) > Tier.hopeless.screenfuls ? .slow : .hopeless
    default: .hopeless
    }
  }

  /// The reach of the last window on its longer side, in screenfuls; nil without a last window.
  private func lastReach(_ position: ScrollPosition) -> Double? {
    guard let last = position.lastDecision, last.viewport.length > 0 else { return nil }
    let before = Double(last.viewport.offset) - Double(last.window.lowerBound)
    let after = Double(last.window.upperBound) - Double(last.viewport.range.upperBound)
    return max(before, after) / Double(last.viewport.length)
  }
}
