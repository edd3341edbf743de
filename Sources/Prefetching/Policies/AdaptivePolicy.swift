/// As far ahead as the viewport goes while a picture is loaded: speed times time to ready.
///
/// The viewport moves in one of two ways, and the window has room for the farther of both:
///
/// - *Step by step*, a line or a page: as far as the last few steps led within the time that nine in ten
///   loads do not exceed, which is where the next one leads at least; or as far as a reader gets who shows
///   no pace.
/// - *In a run*, a key held or a wheel: at the speed of the present or the last run, for the time that the
///   slowest load takes, and, where the link brings less than such a run shows, also what it will lack. As
///   long as nobody has run, as much is presumed as can happen at any moment; who takes five steps one by
///   one reads, and none is.
///
/// Never less than the next page is ahead, and never more than the budget allows. Behind there is less,
/// unless nobody has scrolled yet or somebody has jumped: then each side has half. A window that is
/// large enough stays, and after a turn it keeps the side that was ahead until that much has been scrolled
/// back: what was loaded there, or is about to be, is likely to be wanted again.
///
/// How it compares with other policies, and with the best possible, is in <doc:Policies>.
public struct AdaptivePolicy: PrefetchPolicy, Hashable {
  /// `adaptive`.
  public let name = "adaptive"

  /// Before the first load has told, that is what one takes.
  private static let presumedTime = Duration.milliseconds(250)
  /// The slowest load may take that many times as long as the slowest twentieth does on average.
  ///
  /// Sizes are heavy-tailed: with 2, a held key showed three times as many blanks over LTE, in the laboratory.
  private static let tail = 3.0
  /// Lines a second of a held key, by X11's default and that of most desktops, roughly.
  private static let keyRepeat = 30.0
  /// As long as nobody has run, viewport lengths that are ready for it; Texture's leading 2.5.
  private static let presumedRun = 2.5
  /// A reader may take a screenful in such a time.
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

  /// As much on both sides together, and on the other what one side has not.
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
    // Whoever turns pages before a slow load has ended would find it missing.
    let isPaging = position.motion.stride > position.viewport.length / 2
    let gap = position.motion.gap ?? slow
    return max(
      reading, Double(position.motion.farthest(within: isPaging && gap < slow ? slow : time)))
  }

  private func run(_ position: ScrollPosition) -> Double {
    let motion = position.motion
    let time = (position.conditions.slowestTimeToReady ?? Self.presumedTime) / .seconds(1)
    guard let sprint = motion.sprint else { return motion.speed * time * Self.tail }
    guard let usual = sprint.speed else {
      let speed = max(motion.speed, Self.keyRepeat * Double(position.layout.lineLength))
      return min(speed * time * Self.tail, Self.presumedRun * Double(position.viewport.length))
    }
    let speed = max(motion.speed, usual)
    let length = speed * (sprint.time / .seconds(1))
    return speed * time * Self.tail + length * shortfall(at: speed, position)
  }

  /// The share of the items that come on screen at a speed which the link cannot bring.
  private func shortfall(at speed: Double, _ position: ScrollPosition) -> Double {
    guard let rate = position.conditions.itemsPerSecond, speed > 0 else { return 0 }
    let layout = position.layout
    let needed = speed / Double(layout.lineLength) * Double(layout.itemsPerLine)
    return max(0, 1 - rate / needed)
  }
}

// MARK: - What is kept

extension AdaptivePolicy {
  /// What the new window has of the last one.
  private func kept(_ last: Range<Int>, _ needed: Reach, _ position: ScrollPosition) -> Reach {
    let screen = Double(position.viewport.length)
    let present = reach(of: last, position)
    guard present.ahead > -screen, present.behind > -screen else { return needed }
    let travel = Double(position.motion.travel)
    if position.motion.isDirectionKnown, travel < max(screen, present.behind - travel) {
      return Reach(
        ahead: max(needed.ahead, present.ahead), behind: max(needed.behind, present.behind))
    }
    let isRight = (needed.ahead...2 * needed.ahead + screen).contains(present.ahead)
    return Reach(ahead: isRight ? present.ahead : needed.ahead, behind: needed.behind)
  }

  /// What a window reaches, as far as that is still affordable.
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
