/// Looks as far ahead as the viewport moves while a picture loads: speed times time to ready.
///
/// The viewport moves in one of two ways, and the window has room for the farther of both:
///
/// - *Step by step*, by lines or pages. The window reaches as far as the last few steps led within the time
///   that nine in ten loads do not exceed. After an outage it is the time of one and a half like it. A viewport
///   without a pace counts as read at a reader's speed. Page by page, it holds more than one page where a page
///   takes long.
/// - *In a run*, as of a held key or a wheel. The window reaches as far as the present run, or one like the fastest of
///   the last few, gets while the slowest load takes place. A wheel that slows down is taken to go on slowing. The
///   window goes no farther than the longest of the last few runs. If the link brings less than such a run shows, the
///   window also covers what the link will lack. Before the first run a typical one is assumed; after five single
///   steps no run is expected.
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
  /// Where bodies are short, it may take this many times that average, and ``bodyTail``.
  private static let waitTail = 1.2
  /// Sizes may make it longer by this many times the average of the longest twentieth of the transfers.
  private static let bodyTail = 5.0
  /// The next outage may last this many times the last one.
  private static let outageGrowth = 1.5
  /// The lines a second of a held key, roughly the default of X11 and of most desktops.
  private static let keyRepeat = 30.0
  /// The viewport lengths that the first run may take at most: Texture's leading 2.5.
  private static let presumedRun = 2.5
  /// The time in which a reader may take in a screenful.
  private static let readingTime = Duration.seconds(2)

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

  /// What a jump that is expected will show.
  public func landing(for position: ScrollPosition) -> Range<Int> {
    position.expectedJump?.range ?? 0..<0
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
    let slow = position.conditions.slowestTimeToReady ?? time
    let reading = Double(position.viewport.length) * (time / Self.readingTime)
    let outage = (position.conditions.outage ?? .zero) * Self.outageGrowth
    // A page that is turned before a slow load has ended would lack its picture.
    let isPaging = position.motion.stride > position.viewport.length / 2
    let gap = position.motion.gap ?? slow
    let span = max(isPaging && gap < slow ? slow : time, outage)
    return max(
      reading, Double(position.motion.farthest(within: span)),
      isPaging ? pages(position, time) : 0)
  }

  /// A page, and as much of a second one as the first takes of a second to load.
  private func pages(_ position: ScrollPosition, _ time: Duration) -> Double {
    let length = Double(position.viewport.length)
    let items = position.layout.itemsPassing(at: length)
    let seconds = time / .seconds(1) + items / (position.conditions.itemsPerSecond ?? .infinity)
    return length * (1 + min(1, seconds))
  }

  private func run(_ position: ScrollPosition) -> Double {
    let motion = position.motion
    let slow =
      position.conditions.slowestTimeToReady
      ?? max(Self.presumedTime, position.conditions.localTimeToReady ?? .zero)
    let far = slowestLoad(slow, position)
    guard let sprint = motion.sprint else { return motion.runTravel(within: far) }
    guard let last = sprint.speed else {
      let key = Self.keyRepeat * Double(position.layout.lineLength) * (far / .seconds(1))
      let presumed = min(key, Self.presumedRun * Double(position.viewport.length))
      return max(presumed, motion.runTravel(within: far))
    }
    let span = min(far, sprint.longest.map { max(slow, $0) } ?? far)
    let usual = max(last, sprint.fastest ?? 0) * (span / .seconds(1))
    let speed = max(motion.speed, last)
    return max(usual, motion.runTravel(within: span))
      + speed * (sprint.time / .seconds(1)) * shortfall(at: speed, position)
  }

  /// The time that the slowest load may take, by that of the slowest twentieth.
  private func slowestLoad(_ slow: Duration, _ position: ScrollPosition) -> Duration {
    let longest = slow * Self.tail
    guard let body = position.conditions.slowestTransfer else { return longest }
    return min(longest, slow * Self.waitTail + body * Self.bodyTail)
  }

  /// The share of the items on screen at a speed that the link cannot deliver.
  private func shortfall(at speed: Double, _ position: ScrollPosition) -> Double {
    guard let rate = position.conditions.itemsPerSecond, speed > 0 else { return 0 }
    let needed = position.layout.itemsPassing(at: speed)
    return max(0, 1 - rate / needed)
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
