import TestSupport

@testable import Prefetching

extension ScrollPosition {
  /// A random position of any values that the types allow.
  static func strange(using random: inout SeededRandom) -> ScrollPosition {
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
    conditions.averageTimeToReady = time()
    conditions.slowestTimeToReady = time()
    conditions.slowestTransfer = time()
    conditions.itemsPerSecond = Bool.random(using: &random) ? nil : real()
    conditions.affordableLength = number()
    conditions.readyShare = real()
    var motion = ScrollMotion(
      direction: Bool.random(using: &random) ? .forward : .backward,
      isDirectionKnown: Bool.random(using: &random), speed: real(), pace: real(), stride: number())
    motion.travel = number()
    motion.gap = time()
    motion.rest = time()
    motion.movements = [time(), time()].compactMap(\.self).map {
      .init(at: $0, distance: number())
    }
    if Bool.random(using: &random) {
      motion.sprint = .init(
        speed: Bool.random(using: &random) ? nil : real(), time: time() ?? .zero)
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
}
