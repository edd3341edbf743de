import TestSupport

@testable import Prefetching

extension ScrollPosition {
  /// A position in a list or grid of lines of eight, as most tests want one.
  ///
  /// - Parameters:
  ///   - speed: the speed of a run in offsets a second; below 0 it leads backward.
  ///   - time: the time of every load.
  static func placed(
    at offset: Int, length: Int = 24, items: Int = 1_000, perLine: Int = 1, speed: Double = 0,
    direction: ScrollDirection? = nil, isDirectionKnown: Bool = true, time: Duration? = nil
  ) -> ScrollPosition {
    var conditions = LoadConditions()
    conditions.timeToReady = time
    conditions.slowestTimeToReady = time
    return ScrollPosition(
      viewport: Viewport(offset: offset, length: length),
      layout: LineLayout(itemCount: items, itemsPerLine: perLine, lineLength: 8),
      motion: ScrollMotion(
        direction: direction ?? (speed < 0 ? .backward : .forward),
        isDirectionKnown: isDirectionKnown, speed: speed.magnitude, pace: speed.magnitude),
      conditions: conditions)
  }

  /// The same seen in a mirror, in which the first line is the last; all lines must be full.
  var mirrored: ScrollPosition {
    var mirror = self
    mirror.viewport = mirrored(viewport)
    mirror.motion.direction = motion.direction == .forward ? .backward : .forward
    mirror.lastDecision = lastDecision.map {
      Decision(viewport: mirrored($0.viewport), window: mirrored($0.window))
    }
    return mirror
  }

  /// Some offsets in the mirror.
  func mirrored(_ offsets: Range<Int>) -> Range<Int> {
    layout.contentLength - offsets.upperBound..<layout.contentLength - offsets.lowerBound
  }

  private func mirrored(_ viewport: Viewport) -> Viewport {
    Viewport(offset: mirrored(viewport.range).lowerBound, length: viewport.length)
  }

  /// A random position in a list, at rest or in a run, with fast or slow loads.
  static func random(using random: inout SeededRandom, perLine: Int = 1) -> ScrollPosition {
    let length = Int.random(in: 1...60, using: &random)
    let lines = Int.random(in: 10...40, using: &random)
    let speed: Double = [0.0, 0, 7, 100, 240, 3_000].randomElement(using: &random) ?? 0
    var position = ScrollPosition.placed(
      at: Int.random(in: 0...lines * 8 - length, using: &random), length: length,
      items: lines * perLine, perLine: perLine, speed: speed,
      direction: Bool.random(using: &random) ? .forward : .backward,
      isDirectionKnown: Bool.random(using: &random))
    position.motion.stride = Int.random(in: 0...length, using: &random)
    func time() -> Duration? {
      [nil, .zero, .milliseconds(Int.random(in: 1...3_000, using: &random))]
        .randomElement(using: &random) ?? nil
    }
    position.conditions.timeToReady = time()
    position.conditions.slowestTimeToReady = time()
    position.conditions.isMultiplexed = .random(using: &random)
    if Bool.random(using: &random) {
      position.conditions.affordableLength = Int.random(in: 0...400, using: &random)
    }
    let sprints = [nil, ScrollMotion.Sprint(), .init(speed: 240, longest: .seconds(2))]
    position.motion.sprint = sprints.randomElement(using: &random) ?? nil
    if Bool.random(using: &random) {
      let start = Int.random(in: -100...lines * 8, using: &random)
      position.lastDecision = Decision(
        viewport: position.viewport,
        window: start..<start + Int.random(in: 0...300, using: &random))
    }
    return position
  }
}
