import GalleryItems

/// How long a person has been waiting for each picture on the screen that loads.
///
/// A load ahead of the viewport counts from when its tile comes into view. Figures change once a
/// second, all at the same time.
///
/// - Complexity: O(loads that changed) for an update, however many are under way.
struct LoadWaits: Sendable {
  /// How long a load takes before its wait is told.
  static let patience: Duration = .seconds(3)

  private var starts: [TileKey: Duration] = [:]
  /// The number of waits that began at each instant, in order.
  private var beginnings: [(at: Duration, count: Int)] = []
  /// When the next attempts of loads start that wait for them.
  private var attempts: [TileKey: Duration] = [:]
  private var others: [TileKey] = []
  /// The instant that the figures are of.
  private var now = Duration.zero

  /// Whether the person waits for any picture.
  var isWaiting: Bool { !starts.isEmpty }

  /// The instant of the next figure; nil while nothing loads.
  var nextFigure: Duration? {
    guard let first = beginnings.first?.at else { return nil }
    let second = Duration.seconds(now.wholeSeconds + 1)
    let next = max(second, first + Self.patience)
    let shown = attempts.lazy.filter { [now] in starts[$0.key] != nil && $0.value > now }
    return ([next] + shown.map(\.value)).min()
  }

  /// The instant of the next figure, here or elsewhere.
  func nextFigure(or other: Duration?) -> Duration? {
    [nextFigure, other].compactMap(\.self).min()
  }

  /// How long the person has been waiting for the slowest picture; nil while that is not long.
  var longest: String? { beginnings.first.flatMap { told(since: $0.at) } }

  /// Notes when the next attempt starts, or that one is under way.
  mutating func note(_ key: TileKey, _ progress: TileProgress, at now: Duration) {
    attempts[key] = progress.wait.map { now + $0.delay }
  }

  /// Looks again at loads that may have begun or ended, or whose tiles may have come or gone.
  ///
  /// All others go on.
  ///
  /// - Parameters:
  ///   - others: all loads that the person waits for elsewhere.
  ///   - isVisible: whether the person waits for a load on a tile.
  mutating func follow(
    _ changed: [TileKey], others: [TileKey] = [], at now: Duration, isVisible: (TileKey) -> Bool
  ) {
    if now.wholeSeconds > self.now.wholeSeconds {
      // A tile may come into view while it waits for its attempt.
      attempts = attempts.filter { starts[$0.key] != nil || $0.value > now }
    }
    self.now = now
    for key in [changed, self.others, others].joined() {
      if others.contains(key) || isVisible(key) { begin(key) } else { end(key) }
    }
    self.others = others
  }

  private mutating func begin(_ key: TileKey) {
    guard starts[key] == nil else { return }
    starts[key] = now
    if beginnings.last?.at != now { beginnings.append((now, 0)) }
    beginnings[beginnings.count - 1].count += 1
  }

  private mutating func end(_ key: TileKey) {
    guard let start = starts.removeValue(forKey: key),
      let index = beginnings.lastIndex(where: { $0.at == start })
    else { return }
    beginnings[index].count -= 1
    if beginnings[index].count == 0 { beginnings.remove(at: index) }
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
    return Duration.seconds(waited.wholeSeconds).spokenText
  }
}

extension Duration {
  fileprivate var wholeSeconds: Int64 { wholeMilliseconds / 1_000 }
}

extension TileBoard {
  /// Follows the loads that the person waits for: of tiles on the screen, even if they are covered,
  /// and others.
  mutating func followWaits(_ scene: Scene, and others: [TileKey], at now: Duration) {
    let (visible, items) = (scene.visibleItems, items)
    let changed = tiles.takeChanged(showing: visible, of: items)
    waits.follow(changed, others: others, at: now) { [tiles] key in
      tiles[key.item]?.awaitedKey == key && items.place(of: key.item).map(visible.contains) == true
    }
  }
}
