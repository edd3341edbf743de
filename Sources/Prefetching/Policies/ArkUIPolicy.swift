/// What the `BasicPrefetcher` of OpenHarmony's ArkUI does: it goes by latency, speed and by how much of
/// the screen is there.
///
/// The rules and numbers are those of its source (Apache 2.0, Huawei 2024):
///
/// - The *latency* of a load says how far it goes at most: 2 screenfuls while it is short, 4 above 290 ms,
///   1 above 4 s, where there is no hope; back to 4 below 3 s, to 2 below 140 ms.
/// - *Speed* sets a floor: 2.5 times the items a second, times the most. The source multiplies items a
///   second by items, so that whoever scrolls by an item in 2.5 seconds has all of it.
/// - Of what is between floor and most it takes the *ready share* of the screen, to the power of 2.5:
///   while the screen is empty and at rest, nothing is prefetched.
/// - The trailing side is half of the leading one; before a direction is known both are whole.
///
/// *Our reading*: it remembers the tier, the policy is a pure function. So between the edges of two tiers,
/// the present one is told by how far the last window went: if farther than the smaller of the two goes,
/// it is the larger. That is exact while somebody scrolls or the screen is complete. Its latency is an
/// average that starts at 0 and moves by a twentieth; ours is ``LoadConditions/averageTimeToReady``.
package struct ArkUIPolicy: PrefetchPolicy, Hashable {
  package let name = "arkui"

  /// Makes the policy; there is nothing to choose.
  package init() {}

  package func window(for position: ScrollPosition) -> Range<Int>? {
    let floor = speedFloor(position.motion, in: position.layout)
    let ahead = (floor + (1 - floor) * completion(position)) * tier(of: position).screenfuls
    let isDirectionKnown = position.motion.isDirectionKnown
    return position.viewport.window(
      ahead: ahead, behind: isDirectionKnown ? ahead / 2 : ahead, towards: position.direction)
  }

  /// From 0 to 1, from the ready share of the visible items.
  private func completion(_ position: ScrollPosition) -> Double {
    let share = Self.share(position.conditions.readyShare)
    return share * share * share.squareRoot()
  }

  /// From 0 to 1, from the speed.
  private func speedFloor(_ motion: ScrollMotion, in layout: LineLayout) -> Double {
    let linesPerSecond = motion.speed / Double(layout.lineLength)
    return Self.share(2.5 * linesPerSecond * Double(layout.itemsPerLine))
  }

  /// NaN is none of it.
  private static func share(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}

extension ArkUIPolicy {
  /// How far the latency of loads lets it go, in screenfuls.
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

  /// A tier is left upwards beyond the upper edge, downwards below the lower one.
  private func tier(of position: ScrollPosition) -> Tier {
    guard let latency = position.conditions.averageTimeToReady else { return .fast }
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

  /// How far the last window went on its longer side, in screenfuls; nil where there is none.
  private func lastReach(_ position: ScrollPosition) -> Double? {
    guard let last = position.lastDecision, last.viewport.length > 0 else { return nil }
    let before = Double(last.viewport.offset) - Double(last.window.lowerBound)
    let after = Double(last.window.upperBound) - Double(last.viewport.range.upperBound)
    return max(before, after) / Double(last.viewport.length)
  }
}
