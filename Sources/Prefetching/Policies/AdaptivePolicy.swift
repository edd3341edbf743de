/// As far ahead as the viewport goes while a picture is loaded.
public struct AdaptivePolicy: PrefetchPolicy, Hashable {
  public let name = "adaptive"

  /// Before the first load has told, that is what one takes.
  private static let presumedTime = Duration.milliseconds(250)
  /// The slowest load may take that many times as long as the slowest tenth did on average: sizes are
  /// heavy-tailed.
  private static let tail = 3.0
  /// Lines a second of a held key, by X11's default and that of most desktops, roughly.
  private static let keyRepeat = 30.0
  /// As long as nobody has run, viewport lengths that are ready for it.
  private static let presumedRun = 2.5
  /// Who rests reads: a screenful in such a time.
  private static let readingTime = Duration.seconds(2)

  public init() {}

  public func window(for position: ScrollPosition) -> Range<Int>? {
    let (ahead, behind) = reach(position)
    let needed = offsets(position, ahead: ahead, behind: behind)
    guard let last = position.lastDecision else { return needed }
    let window = kept(last.window, needed, position, ahead: ahead)
    return window == last.window ? nil : window
  }

  private func reach(_ position: ScrollPosition) -> (ahead: Double, behind: Double) {
    let screen = Double(position.viewport.length)
    let line = Double(position.layout.lineLength)
    let affordable = Double(position.conditions.affordableLength)
    let page = max(1, (screen / line).rounded(.down)) * line
    let travel = max(steps(position), run(position))
    let ahead = min(max(page, (travel / line).rounded() * line), affordable)
    guard position.motion.isDirectionKnown else { return (ahead, max(page, ahead) / 2) }
    return (ahead, (min(ahead / 4, screen / 2) / line).rounded(.down) * line)
  }

  /// How far single movements lead while a picture is loaded: where the next one leads at least.
  private func steps(_ position: ScrollPosition) -> Double {
    let time = position.conditions.slowestTimeToReady ?? Self.presumedTime
    let farthest = Double(position.motion.farthest(within: time))
    if position.motion.known > time { return farthest }
    return max(farthest, Double(position.viewport.length) * (time / Self.readingTime))
  }

  /// How far a run leads while a picture is loaded, and what the link will lack then.
  private func run(_ position: ScrollPosition) -> Double {
    let motion = position.motion
    let time = (position.conditions.slowestTimeToReady ?? Self.presumedTime) * Self.tail
    guard let sprint = motion.sprint else { return motion.speed * (time / .seconds(1)) }
    let speed = max(
      motion.speed, sprint.speed ?? Self.keyRepeat * Double(position.layout.lineLength))
    let travel = speed * (time / .seconds(1))
    if sprint.speed == nil {
      return min(travel, Self.presumedRun * Double(position.viewport.length))
    }
    return travel + speed * (sprint.time / .seconds(1)) * shortfall(at: speed, position)
  }

  /// The share of the items that come on screen which a link cannot bring at that speed.
  private func shortfall(at speed: Double, _ position: ScrollPosition) -> Double {
    guard let rate = position.conditions.itemsPerSecond, speed > 0 else { return 0 }
    let layout = position.layout
    let needed = speed / Double(layout.lineLength) * Double(layout.itemsPerLine)
    return max(0, 1 - rate / needed)
  }

  /// What a window keeps of the one before.
  private func kept(
    _ window: Range<Int>, _ needed: Range<Int>, _ position: ScrollPosition, ahead: Double
  ) -> Range<Int> {
    let screen = position.viewport.length
    let left =
      switch position.direction {
      case .forward: position.viewport.offset - window.lowerBound
      case .backward: window.upperBound - position.viewport.range.upperBound
      }
    let hasJustTurned =
      position.motion.isDirectionKnown
      && position.motion.travel < max(screen, left - position.motion.travel)
    let isEnough =
      switch position.direction {
      case .forward: window.upperBound >= needed.upperBound
      case .backward: window.lowerBound <= needed.lowerBound
      }
    let overlaps = window.overlaps(position.viewport.range)
    if hasJustTurned, overlaps {
      return min(window.lowerBound, needed.lowerBound)..<max(window.upperBound, needed.upperBound)
    }
    let most = offsets(position, ahead: 2 * ahead + Double(screen), behind: 1e15)
    let isModest =
      switch position.direction {
      case .forward: window.upperBound <= most.upperBound
      case .backward: window.lowerBound >= most.lowerBound
      }
    guard isEnough, isModest, overlaps else { return needed }
    switch position.direction {
    case .forward: return needed.lowerBound..<window.upperBound
    case .backward: return window.lowerBound..<needed.upperBound
    }
  }

  private func offsets(_ position: ScrollPosition, ahead: Double, behind: Double) -> Range<Int> {
    let (start, end) = (position.viewport.range.lowerBound, position.viewport.range.upperBound)
    let ahead = Int(min(1e15, ahead.rounded(.up)))
    let behind = Int(min(1e15, behind.rounded(.up)))
    switch position.direction {
    case .forward: return start.addingSaturated(-behind)..<end.addingSaturated(ahead)
    case .backward: return start.addingSaturated(-ahead)..<end.addingSaturated(behind)
    }
  }
}
