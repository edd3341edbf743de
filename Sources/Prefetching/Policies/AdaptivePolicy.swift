/// Looks as far ahead as the viewport moves while a picture loads: speed times time to ready.
///
/// The viewport moves in one of two ways, and the window has room for the farther of both:
///
/// - *Step by step*, by lines or pages. The window reaches as far as the last few steps led in the average time of a
///   load. After an outage that is the time of one and a half like it. Page by page, it holds more than one page where
///   loads take long.
/// - *In a run*, as of a held key or a wheel. The window reaches as far as the last run gets during the slowest load. It
///   goes no farther than the longest of the last few runs. Before the first run a typical one is assumed; after
///   five single steps no run is expected.
///
/// The next page is always in the window, as far as the budget allows it. The side behind gets less, but
/// before the first scroll and after a jump each side has half. A window that is large enough stays, if it is at
/// most a screenful too large. After a turn it keeps the side that was ahead until that much has been scrolled
/// back: its items are likely to be wanted again.
///
/// <doc:Policies> compares it with other policies and with the best possible schedule.
public struct AdaptivePolicy: PrefetchPolicy, Hashable {
  /// `adaptive`.
  public let name = "adaptive"

  /// The assumed time of a load before the first has ended.
  private static let presumedTime = Duration.milliseconds(250)
  /// The slowest load may take this many times the average of the slowest twentieth.
  ///
  /// Sizes are heavy-tailed: with 2, a held key left three times as much blank over LTE in the laboratory.
  private static let tail = 3.0
  /// The next outage may last this many times the last one.
  private static let outageGrowth = 1.5
  /// The viewport lengths that the first run may take at most: Texture's leading 2.5.
  private static let presumedRun = 2.5

  /// Offsets on either side of the viewport.
  private struct Reach {
    var ahead: Double
    var behind: Double
  }

  /// Makes the policy; it has no settings.
  public init() {}

  /// The window, never smaller than the next page as far as the budget allows it.
  public func window(for position: ScrollPosition) -> Range<Int>? {
    let needed = neededReach(position)
    guard let last = position.lastDecision?.window else { return window(needed, position) }
    let window = window(kept(last, needed, position), position)
    return window == last ? nil : window
  }
}

// MARK: - What is needed

extension AdaptivePolicy {
  private func neededReach(_ position: ScrollPosition) -> Reach {
    let screen = Double(position.viewport.length)
    let line = Double(position.layout.lineLength)
    let page = max(1, (screen / line).rounded(.down)) * line
    let travel = max(steps(position), run(position))
    let affordable = max(0, Double(position.conditions.affordableLength))
    let ahead = min(max(page, (travel / line).rounded() * line), affordable)
    guard position.motion.isDirectionKnown else { return halved(ahead, position) }
    return Reach(ahead: ahead, behind: (min(ahead / 4, screen / 2) / line).rounded(.down) * line)
  }

  /// Splits a length between both sides; what one side has no content for goes to the other.
  private func halved(_ length: Double, _ position: ScrollPosition) -> Reach {
    let before = Double(position.viewport.offset)
    let after = Double(position.layout.contentLength) - Double(position.viewport.range.upperBound)
    let (ahead, behind) = position.direction == .forward ? (after, before) : (before, after)
    let half = (length / 2).rounded(.up)
    return Reach(ahead: max(half, length - behind), behind: max(half, length - ahead))
  }

  private func steps(_ position: ScrollPosition) -> Double {
    let time = position.conditions.timeToReady ?? Self.presumedTime
    let outage = (position.conditions.outage ?? .zero) * Self.outageGrowth
    let isPaging = position.motion.stride > position.viewport.length / 2
    return max(
      Double(position.motion.farthest(within: max(time, outage))),
      isPaging ? pages(position, time) : 0)
  }

  /// A page, and as much of a second one as a load takes of a second.
  private func pages(_ position: ScrollPosition, _ time: Duration) -> Double {
    Double(position.viewport.length) * (1 + min(1, time / .seconds(1)))
  }

  private func run(_ position: ScrollPosition) -> Double {
    let motion = position.motion
    let slow =
      position.conditions.slowestTimeToReady
      ?? max(Self.presumedTime, position.conditions.localTimeToReady ?? .zero)
    let slowest = slow * Self.tail
    guard let sprint = motion.sprint else { return motion.speed * (slowest / .seconds(1)) }
    guard let speed = sprint.speed else {
      return max(
        Self.presumedRun * Double(position.viewport.length),
        motion.speed * (slowest / .seconds(1)))
    }
    let span = min(slowest, sprint.longest.map { max(slow, $0) } ?? slowest)
    return speed * (span / .seconds(1))
  }
}

// MARK: - What is kept

extension AdaptivePolicy {
  /// The reach of the new window, which keeps what is right of the last one.
  private func kept(_ last: Range<Int>, _ needed: Reach, _ position: ScrollPosition) -> Reach {
    let screen = Double(position.viewport.length)
    let present = reach(of: last, position)
    guard present.ahead > -screen, present.behind > -screen else { return needed }
    let travel = Double(position.motion.travel)
    if position.motion.isDirectionKnown, travel < max(screen, present.behind - travel) {
      return Reach(
        ahead: max(needed.ahead, present.ahead), behind: max(needed.behind, present.behind))
    }
    let isRight = (needed.ahead...needed.ahead + screen).contains(present.ahead)
    return Reach(ahead: isRight ? present.ahead : needed.ahead, behind: needed.behind)
  }

  /// The reach of a window, cut to what is affordable.
  private func reach(of window: Range<Int>, _ position: ScrollPosition) -> Reach {
    let affordable = max(0, Double(position.conditions.affordableLength))
    // In floating point the difference of two far offsets cannot overflow.
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
