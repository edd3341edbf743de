/// Predicts when items come on screen and leave it if the viewport keeps its motion.
package struct ScrollForecast: Hashable, Sendable {
  private let viewport: Viewport
  private let layout: LineLayout
  let direction: ScrollDirection
  private let isDirectionKnown: Bool
  /// The offsets per second of the current run or of regular movements; 0 at rest.
  private let runSpeed: Double
  /// The expected offsets per second; never 0.
  private let speed: Double

  /// Creates the forecast of a position.
  package init(_ position: ScrollPosition) {
    viewport = position.viewport
    layout = position.layout
    direction = position.motion.direction
    isDirectionKnown = position.motion.isDirectionKnown
    runSpeed = max(position.motion.speed, Self.regularSpeed(position))
    let reading = Double(max(1, position.viewport.length)) / Constants.Forecast.readingTime
    speed = max(position.motion.expectedSpeed, reading)
  }

  /// The pace of regular movements, page after page, until the next one is overdue; then 0.
  private static func regularSpeed(_ position: ScrollPosition) -> Double {
    let motion = position.motion
    guard let gap = motion.gap, let longest = motion.longestGap,
      let rest = motion.rest, rest < longest,
      let time = position.conditions.timeToReady, time > gap * Constants.Forecast.halfGapsOfLoad / 2
    else { return 0 }
    return motion.pace
  }

  /// Whether the viewport runs, as by a repeating key or a wheel.
  package var isRunning: Bool { runSpeed > 0 }

  /// The number of items that come on screen every second.
  package var itemsPerSecond: Double { layout.itemsPassing(at: runSpeed) }

  /// The time until the first part of an item is on screen; 0 if it is.
  package func timeToVisible(_ item: Int) -> Duration {
    let distance = distance(to: item)
    let isBehind = distance < 0 && isDirectionKnown
    let penalty = isBehind ? Constants.Forecast.turnPenalty : 1
    return .seconds(min(1e9, distance.magnitude / speed * penalty))
  }

  /// The items that will not have come on screen, or not have left it, after a time.
  ///
  /// At the end of the content the viewport stops, and the items on screen stay.
  ///
  /// - Parameter leaving: whether items on screen at that time count; otherwise only those still to come.
  func itemsStillToCome(after time: Duration, orLeaving leaving: Bool) -> Range<Int> {
    let distance = runSpeed * (time / .seconds(1))
    let travel = Int(max(0, min(1e15, distance.rounded(.up))))
    switch direction {
    case .forward:
      let start = (leaving ? viewport.offset : viewport.range.upperBound).addingSaturated(travel)
      let last = max(0, layout.contentLength - viewport.length)
      let first = layout.items(in: min(start, last)..<Int.max).lowerBound
      return first..<max(first, layout.itemCount)
    case .backward:
      let end = (leaving ? viewport.range.upperBound : viewport.offset).addingSaturated(-travel)
      return 0..<layout.items(in: 0..<max(end, viewport.length)).upperBound
    }
  }

  /// The offsets from the viewport to an item: positive ahead, negative behind, 0 on screen.
  private func distance(to item: Int) -> Double {
    let start = layout.offset(ofLine: layout.line(of: item))
    let end = start.addingSaturated(layout.lineLength)
    // Floating point, because the difference of two distant offsets could overflow.
    let after = Double(start) - Double(viewport.range.upperBound)
    let before = Double(viewport.offset) - Double(end)
    switch direction {
    case .forward: return after >= 0 ? after + 1 : before >= 0 ? -(before + 1) : 0
    case .backward: return before >= 0 ? before + 1 : after >= 0 ? -(after + 1) : 0
    }
  }
}
