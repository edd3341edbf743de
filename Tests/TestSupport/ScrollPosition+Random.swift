import Prefetching

extension ScrollPosition {
  /// A random position of any values that the types allow.
  package static func strange(using random: inout SeededRandom) -> ScrollPosition {
    func number() -> Int {
      [.min, .min + 1, -1, 0, 1, 7, 1 << 53, .max - 1, .max].randomElement(using: &random) ?? 0
    }
    func real() -> Double {
      [-.infinity, -1, -0.0, .leastNonzeroMagnitude, 0.3, 1, 1e300, .infinity, .nan]
        .randomElement(using: &random) ?? 0
    }
    func time() -> Duration? {
      [nil, .seconds(Int64.min), .seconds(-1), .zero, .milliseconds(200), .seconds(Int64.max)]
        .randomElement(using: &random) ?? nil
    }
    var conditions = LoadConditions()
    conditions.timeToReady = time()
    conditions.slowestTimeToReady = time()
    conditions.affordableLength = number()
    conditions.readyShare = real()
    var motion = ScrollMotion(
      direction: Bool.random(using: &random) ? .forward : .backward,
      isDirectionKnown: Bool.random(using: &random), speed: real(), pace: real(), stride: number())
    motion.gap = time()
    motion.rest = time()
    motion.movements = [time(), time()].compactMap(\.self).map {
      .init(at: $0, distance: number())
    }
    if Bool.random(using: &random) {
      motion.sprint = .init(
        speed: Bool.random(using: &random) ? nil : real(), longest: time())
    }
    let (one, other) = (number(), number())
    return ScrollPosition(
      viewport: Viewport(offset: number(), length: number()),
      layout: LineLayout(itemCount: number(), itemsPerLine: number(), lineLength: number()),
      motion: motion, conditions: conditions,
      lastDecision: Bool.random(using: &random)
        ? nil
        : Decision(
          viewport: Viewport(offset: number(), length: number()),
          window: min(one, other)..<max(one, other)))
  }

  /// Somewhere in a content of a few hundred lines.
  package static func ordinary(using random: inout SeededRandom) -> ScrollPosition {
    let length = Int.random(in: 1...60, using: &random)
    var motion = ScrollMotion(
      direction: Bool.random(using: &random) ? .forward : .backward,
      isDirectionKnown: Bool.random(using: &random))
    motion.speed = [0, 0.1, 5, 300].randomElement(using: &random) ?? 0
    var conditions = LoadConditions()
    conditions.timeToReady =
      Bool.random(using: &random) ? nil : .milliseconds(Int.random(in: 0...6_000, using: &random))
    conditions.readyShare = Double.random(in: 0...1, using: &random)
    return ScrollPosition(
      viewport: Viewport(offset: Int.random(in: 0...4_000, using: &random), length: length),
      layout: LineLayout(
        itemCount: 1_000, itemsPerLine: Int.random(in: 1...5, using: &random), lineLength: 8),
      motion: motion, conditions: conditions,
      lastDecision: Bool.random(using: &random)
        ? nil
        : Decision(
          viewport: Viewport(offset: Int.random(in: 0...4_000, using: &random), length: length),
          window: 0..<Int.random(in: 0...9_000, using: &random)))
  }
}
