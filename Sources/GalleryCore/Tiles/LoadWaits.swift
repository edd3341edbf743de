import GalleryItems

/// The time that a person has been waiting for each loading picture on the screen.
///
/// A load ahead of the viewport counts from when its tile comes into view. Figures change once a
/// second, all at the same time.
///
/// - Complexity: O(changed loads) for an update, however many are pending.
struct LoadWaits: Sendable {
  /// The wait after which it is displayed.
  static let patience: Duration = .seconds(3)

  private var starts: [TileKey: Duration] = [:]
  /// The number of waits that began at each instant, in order.
  private var beginnings: [(at: Duration, count: Int)] = []
  /// The times at which waiting loads start their next attempt.
  private var attempts: [TileKey: Duration] = [:]
  private var others: [TileKey] = []
  /// The time of the figures.
  private var now = Duration.zero

  /// Whether the person waits for any picture.
  var isWaiting: Bool { !starts.isEmpty }

  /// The time of the next figure; nil while nothing loads.
  var nextFigure: Duration? {
    guard let first = beginnings.first?.at else { return nil }
    let second = Duration.seconds(now.wholeSeconds + 1)
    let next = max(second, first + Self.patience)
    let shown = attempts.lazy.filter { [now] in starts[$0.key] != nil && $0.value > now }
    return ([next] + shown.map(\.value)).min()
  }

  /// The time of the next figure, here or elsewhere.
  func nextFigure(or other: Duration?) -> Duration? {
    [nextFigure, other].compactMap(\.self).min()
  }

  /// The longest wait of the person; nil while it is short.
  var longest: String? { beginnings.first.flatMap { told(since: $0.at) } }

  /// Records the time of the next attempt, or that one is running.
  mutating func recordAttempt(_ key: TileKey, _ progress: TileProgress, at now: Duration) {
    attempts[key] = progress.wait.map { now + $0.delay }
  }

  /// Updates the loads that may have begun or ended, or whose tiles may have come or gone.
  ///
  /// - Parameters:
  ///   - others: all loads that the person waits for elsewhere.
  ///   - isVisible: whether the person waits for a load on a tile.
  mutating func update(
    _ changed: [TileKey], others: [TileKey] = [], at now: Duration, isVisible: (TileKey) -> Bool
  ) {
    if now.wholeSeconds > self.now.wholeSeconds {
      // A tile may come into view while its load waits for the next attempt.
      attempts = attempts.filter { starts[$0.key] != nil || $0.value > now }
    }
    self.now = now
    for key in [changed, self.others, others].joined() {
      if others.contains(key) || isVisible(key) { beginWait(key) } else { endWait(key) }
    }
    self.others = others
  }

  private mutating func beginWait(_ key: TileKey) {
    guard starts[key] == nil else { return }
    starts[key] = now
    if beginnings.last?.at != now { beginnings.append((now, 0)) }
    beginnings[beginnings.count - 1].count += 1
  }

  private mutating func endWait(_ key: TileKey) {
    guard let start = starts.removeValue(forKey: key),
      let index = beginnings.lastIndex(where: { $0.at == start })
    else { return }
    beginnings[index].count -= 1
    if beginnings[index].count == 0 { beginnings.remove(at: index) }
  }

  /// The text about a load.
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
  /// Updates the loads that the person waits for: those of tiles on the screen, even if covered,
  /// and others.
  mutating func updateWaits(_ scene: Scene, and others: [TileKey], at now: Duration) {
    let (visible, items) = (scene.visibleItems, items)
    let changed = tiles.takeChanged(showing: visible, of: items)
    waits.update(changed, others: others, at: now) { [tiles] key in
      tiles[key.item]?.awaitedKey == key && items.place(of: key.item).map(visible.contains) == true
    }
  }
}
