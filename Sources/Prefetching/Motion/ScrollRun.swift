/// Movements that follow each other at once: a key that repeats, a wheel that turns.
struct ScrollRun: Hashable, Sendable {
  /// Movements that are farther apart are decisions of their own.
  static let longestGap = Duration.milliseconds(150)
  /// A run is one from so many movements and so much time on; keys come in bunches, and two of them at
  /// once are no speed.
  private static let leastSteps = 3
  static let leastTime = Duration.milliseconds(100)
  /// How many movements its speed is an average of.
  private static let remembered = 8

  private let start: Duration
  private var travel = 0.0
  private var steps = 0
  private var latest: [ScrollMotion.Movement]

  /// A run that may begin with this movement.
  init(from first: ScrollMotion.Movement) {
    start = first.at
    latest = [first]
  }

  /// Whether a movement follows at once.
  func isContinued(by movement: ScrollMotion.Movement) -> Bool {
    latest.last.map { movement.at - $0.at <= Self.longestGap } ?? false
  }

  mutating func append(_ movement: ScrollMotion.Movement) {
    steps += 1
    travel += Double(movement.distance)
    latest.append(movement)
    if latest.count > Self.remembered + 1 { latest.removeFirst() }
  }

  /// Offsets a second over its last movements, and over no less time than a run takes to be one; 0 as
  /// long as there is only one.
  var speed: Double {
    guard let first = latest.first, let last = latest.last, steps > 0 else { return 0 }
    let distance = latest.dropFirst().reduce(0) { $0 + Double($1.distance) }
    return distance / (max(last.at - first.at, Self.leastTime) / .seconds(1))
  }

  /// When it will have ended, if nothing moves until then.
  var end: Duration? {
    guard let first = latest.first, let last = latest.last, steps > 0 else { return nil }
    let gap = (last.at - first.at) / (latest.count - 1)
    return last.at + max(gap * 5 / 2, .milliseconds(80))
  }

  /// What the next one will be like, if this one has been long enough to tell.
  var sprint: ScrollMotion.Sprint? {
    guard let last = latest.last, steps >= Self.leastSteps, last.at - start >= Self.leastTime
    else { return nil }
    let time = last.at - start
    return ScrollMotion.Sprint(speed: travel / (time / .seconds(1)), time: time)
  }
}
