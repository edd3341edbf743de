/// As far ahead as the viewport goes while a picture is loaded.
public struct AdaptivePolicy: PrefetchPolicy, Hashable {
  public let name = "adaptive"

  /// Before the first load has told, that is what one takes.
  private static let presumedTime = Duration.milliseconds(250)
  /// The least that is ready ahead, in viewport lengths.
  private static let leastShare = 0.5

  public init() {}

  public func window(for position: ScrollPosition) -> Range<Int>? {
    let (ahead, behind) = reach(position)
    if let last = position.lastDecision, isKept(last, position, ahead: ahead) { return nil }
    let slack = ahead / 4
    return offsets(position, ahead: ahead + slack, behind: behind)
  }

  private func reach(_ position: ScrollPosition) -> (ahead: Double, behind: Double) {
    let motion = position.motion
    let screen = Double(position.viewport.length)
    let time = (position.conditions.timeToReady ?? Self.presumedTime) / .seconds(1)
    let affordable = Double(position.conditions.affordableLength)
    let travel = max(motion.speed * time, motion.pace * time) + Double(motion.stride)
    let ahead = min(max(travel, Self.leastShare * screen), affordable)
    guard motion.isDirectionKnown else { return (ahead, ahead) }
    return (ahead, min(ahead / 4, screen / 2))
  }

  private func isKept(
    _ last: ScrollPosition.Decision, _ position: ScrollPosition, ahead: Double
  ) -> Bool {
    let needed = offsets(position, ahead: ahead, behind: 0)
    let most = offsets(position, ahead: 2 * ahead + Double(position.viewport.length), behind: 1e15)
    let window = last.window.lowerBound..<max(last.window.upperBound, last.window.lowerBound)
    switch position.direction {
    case .forward:
      return window.upperBound >= needed.upperBound && window.upperBound <= most.upperBound
    case .backward:
      return window.lowerBound <= needed.lowerBound && window.lowerBound >= most.lowerBound
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
