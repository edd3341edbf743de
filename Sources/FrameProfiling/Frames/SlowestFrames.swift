import Raster

/// The slowest frames, with the rows that they changed.
package struct SlowestFrames: Sendable {
  package struct Entry: Sendable {
    package let frame: Int
    /// The time until it was shown, without the link's constant delay.
    package let time: Duration
    /// The rows that changed, as text.
    package let changes: [(row: Int, before: String, after: String)]
  }

  static let most = 10

  /// The slowest first.
  package private(set) var entries: [Entry] = []
  /// The surfaces around frames whose time is not yet known.
  private var waiting: [(frame: Int, before: Surface, after: Surface)] = []

  mutating func ended(_ frame: Int, before: Surface, after: Surface) {
    waiting.append((frame, before, after))
  }

  /// Takes the frames before one, whose times are now known.
  mutating func settle(before end: Int, time: (Int) -> Duration) {
    while let first = waiting.first, first.frame < end {
      insert(first, time: time(first.frame))
      waiting.removeFirst()
    }
  }

  private mutating func insert(
    _ candidate: (frame: Int, before: Surface, after: Surface), time: Duration
  ) {
    let place = entries.firstIndex { $0.time < time } ?? entries.count
    guard place < Self.most else { return }
    let (before, after) = (candidate.before.textLines, candidate.after.textLines)
    let isSameSize = candidate.before.size == candidate.after.size
    let changes = after.indices.compactMap { row -> (row: Int, before: String, after: String)? in
      let former = isSameSize ? before[row] : ""
      return former == after[row] ? nil : (row, former, after[row])
    }
    entries.insert(Entry(frame: candidate.frame, time: time, changes: changes), at: place)
    if entries.count > Self.most { entries.removeLast() }
  }
}
