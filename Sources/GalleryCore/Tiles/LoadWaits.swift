/// How long a person has been waiting for each picture on the screen that loads.
///
/// A load ahead of the viewport counts from when its tile comes into view. Figures change once a
/// second, all at the same time.
struct LoadWaits: Sendable {
  /// How long a load takes before its wait is told.
  static let patience: Duration = .seconds(3)

  private var starts: [TileKey: Duration] = [:]
  /// When the next attempts of loads start that wait for them.
  private var attempts: [TileKey: Duration] = [:]
  /// The instant that the figures are of.
  private var now = Duration.zero

  /// The instant of the next figure; nil while nothing loads.
  var nextFigure: Duration? {
    guard let first = starts.values.min() else { return nil }
    let second = Duration.seconds(now.wholeMilliseconds / 1_000 + 1)
    let next = max(second, first + Self.patience)
    let shown = attempts.lazy.filter { [now] in starts[$0.key] != nil && $0.value > now }
    return ([next] + shown.map(\.value)).min()
  }

  /// The instant of the next figure, here or elsewhere.
  func nextFigure(or other: Duration?) -> Duration? {
    [nextFigure, other].compactMap(\.self).min()
  }

  /// How long the person has been waiting for the slowest picture; nil while that is not long.
  var longest: String? { starts.values.min().flatMap(told) }

  /// Notes when the next attempt starts, or that one is under way.
  mutating func note(_ key: TileKey, _ progress: TileProgress, at now: Duration) {
    attempts[key] = progress.wait.map { now + $0.delay }
  }

  /// Follows the loads that the person waits for.
  mutating func follow(_ keys: some Sequence<TileKey>, at now: Duration) {
    self.now = now
    let former = starts
    starts.removeAll(keepingCapacity: true)
    for key in keys { starts[key] = former[key] ?? now }
    // A tile may come into view while it waits for its attempt.
    attempts = attempts.filter { starts[$0.key] != nil || $0.value > now }
  }

  /// The words about a load.
  func words(on progress: TileProgress?, of key: TileKey) -> LoadWords {
    LoadWords(
      progress: progress, waited: starts[key].flatMap(told),
      untilAttempt: attempts[key].map { $0 - now } ?? .zero)
  }

  private func told(since start: Duration) -> String? {
    let waited = now - start
    guard waited >= Self.patience else { return nil }
    return Duration.seconds(waited.wholeMilliseconds / 1_000).spokenText
  }
}

extension TileBoard {
  /// Follows the loads that the person waits for: of tiles on the screen, even if they are covered,
  /// and others.
  mutating func followWaits(_ scene: Scene, and others: [TileKey], at now: Duration) {
    waits.follow(scene.visibleItems.compactMap { tile(at: $0)?.awaitedKey } + others, at: now)
  }
}
