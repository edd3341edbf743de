/// Looks as far ahead as the viewport moves while a picture loads: speed times time to ready.
///
/// The viewport moves in one of two ways, and the window has room for the farther of both:
///
/// - *Step by step*, by lines or pages. The window reaches as far as the last few steps led in the average time of a
///   load.
/// - *In a run*, as of a held key or a wheel. The window reaches as far as the last run gets during the slowest load,
///   but no farther than the longest of the last few runs. Before the first run a typical one is assumed; after a jump
///   no run is expected.
///
/// The next page is always in the window if the budget allows, and nothing behind the viewport is. Before the first
/// scroll and after a jump, each side has half. A window that is large enough stays if it is at most a screenful too
/// large.
///
/// <doc:Policies> compares it with other policies and with the best possible schedule.
public struct AdaptivePolicy: PrefetchPolicy, Hashable {
  /// `adaptive`.
  public let name = "adaptive"

  /// The reach in offsets on both sides of the viewport.
  private struct Reach {
    var ahead: Double
    var behind: Double
  }

  /// Creates the policy; it has no settings.
  public init() {}

  /// The window, at least the next page if the budget allows.
  public func window(for position: ScrollPosition) -> Range<Int>? {
    let needed = neededReach(position)
    guard let last = position.lastDecision?.window else { return window(needed, position) }
    let window = window(kept(last, needed, position), position)
    return window == last ? nil : window
  }
}

// MARK: - Needed reach

extension AdaptivePolicy {
  private func neededReach(_ position: ScrollPosition) -> Reach {
    let screen = Double(position.viewport.length)
    let line = Double(position.layout.lineLength)
    let page = max(1, (screen / line).rounded(.down)) * line
    let travel = max(steps(position), run(position))
    let affordable = max(0, Double(position.conditions.affordableLength))
    let ahead = min(max(page, (travel / line).rounded() * line), affordable)
    guard position.motion.isDirectionKnown else { return halved(ahead, position) }
    return Reach(ahead: ahead, behind: 0)
  }

  /// Splits a length between both sides; a side without enough content leaves the rest to the
  /// other.
  private func halved(_ length: Double, _ position: ScrollPosition) -> Reach {
    let before = Double(position.viewport.offset)
    let after = Double(position.layout.contentLength) - Double(position.viewport.range.upperBound)
    let (ahead, behind) = position.direction == .forward ? (after, before) : (before, after)
    let half = (length / 2).rounded(.up)
    return Reach(ahead: max(half, length - behind), behind: max(half, length - ahead))
  }

  private func steps(_ position: ScrollPosition) -> Double {
    let time = position.conditions.timeToReady ?? Constants.Adaptive.presumedTime
    return Double(position.motion.farthest(within: time))
  }

  private func run(_ position: ScrollPosition) -> Double {
    let motion = position.motion
    let slow =
      position.conditions.slowestTimeToReady
      ?? max(Constants.Adaptive.presumedTime, position.conditions.localTimeToReady ?? .zero)
    let slowest = slow * Constants.Adaptive.tail
    guard let sprint = motion.sprint else { return motion.speed * (slowest / .seconds(1)) }
    guard let speed = sprint.speed else {
      return max(
        Constants.Adaptive.presumedRun * Double(position.viewport.length),
        motion.speed * (slowest / .seconds(1)))
    }
    let span = min(slowest, sprint.longest.map { max(slow, $0) } ?? slowest)
    return speed * (span / .seconds(1))
  }
}

// MARK: - Kept reach

extension AdaptivePolicy {
  /// The reach of the new window, which keeps the suitable part of the last one.
  private func kept(_ last: Range<Int>, _ needed: Reach, _ position: ScrollPosition) -> Reach {
    let screen = Double(position.viewport.length)
    let present = reach(of: last, position)
    guard present.ahead > -screen, present.behind > -screen else { return needed }
    let isRight = (needed.ahead...needed.ahead + screen).contains(present.ahead)
    return Reach(ahead: isRight ? present.ahead : needed.ahead, behind: needed.behind)
  }

  /// The reach of a window, limited by memory.
  private func reach(of window: Range<Int>, _ position: ScrollPosition) -> Reach {
    let affordable = max(0, Double(position.conditions.affordableLength))
    // Floating point, because the difference of two distant offsets could overflow.
    let before = Double(position.viewport.range.lowerBound) - Double(window.lowerBound)
    let after = Double(window.upperBound) - Double(position.viewport.range.upperBound)
    switch position.direction {
    case .forward: return Reach(ahead: min(after, affordable), behind: min(before, affordable))
    case .backward: return Reach(ahead: min(before, affordable), behind: min(after, affordable))
    }
  }

  private func window(_ reach: Reach, _ position: ScrollPosition) -> Range<Int> {
    let ahead = Int(min(1e15, max(0, reach.ahead.rounded(.up))))
    let behind = Int(min(1e15, max(0, reach.behind.rounded(.up))))
    let (start, end) = (position.viewport.range.lowerBound, position.viewport.range.upperBound)
    switch position.direction {
    case .forward: return start.addingSaturated(-behind)..<end.addingSaturated(ahead)
    case .backward: return start.addingSaturated(-ahead)..<end.addingSaturated(behind)
    }
  }
}
