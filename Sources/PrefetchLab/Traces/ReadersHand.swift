import GalleryCore
import Raster
import Recordings
import SimulationModels

/// The hand of a reader: records keys with their times.
///
/// A held key repeats after half a second, 30 times a second. Times are in milliseconds, uniformly distributed in
/// ranges.
struct ReadersHand {
  private static let repeatDelay = 500
  private static let repeatsPerSecond = 30
  /// The first gap between two notches of a coasting wheel, and the factor from each gap to the next.
  private static let firstGap = 8.0
  private static let gapGrowth = 1.08

  private let chance: Chance
  private let purpose: UInt64
  private var draws = 0
  /// The time since the first frame.
  private(set) var now = 0
  private var moments: [SessionRecording.Moment] = []

  /// Creates a hand that rests at the first screen for a while.
  ///
  /// - Parameter purpose: a number that distinguishes hands of one seed.
  init(seed: UInt64, purpose: UInt64) {
    chance = Chance(seed: seed)
    self.purpose = purpose
    rest(1_000...2_000)
  }

  /// A random number in a range.
  mutating func draw(_ range: ClosedRange<Int>) -> Int {
    draws += 1
    return range.lowerBound + Int(chance.value(of: draws, purpose) * Double(range.count))
  }

  mutating func rest(_ range: ClosedRange<Int>) { rest(for: draw(range)) }

  mutating func rest(for length: Int) { now += length }

  /// Rests for a lognormally distributed time, as readers pause: two thirds are within a factor of 2.2.
  ///
  /// The normal number is the sum of twelve uniform ones minus six.
  ///
  /// - Parameter median: half of the rests are longer.
  mutating func rest(around median: Int, atMost most: Int) {
    let deviation = (0..<12).reduce(-6.0) { sum, _ in
      draws += 1
      return sum + chance.value(of: draws, purpose)
    }
    now += min(most, Int(Double(median) * (1.15 * deviation).powerOfTwo))
  }

  mutating func press(_ key: Key) { press(key, at: now) }

  /// Presses a key and rests.
  mutating func press(_ key: Key, resting range: ClosedRange<Int>) {
    press(key)
    rest(range)
  }

  /// Holds a key down for a time.
  mutating func hold(_ key: Key, for length: Int) {
    press(key)
    var due = Self.repeatDelay
    var repeats = 0
    while due < length {
      press(key, at: now + due)
      repeats += 1
      due = Self.repeatDelay + repeats * 1_000 / Self.repeatsPerSecond
    }
    now += length
  }

  /// Types a text, character by character.
  mutating func type(_ text: String) {
    for character in text { press(.character(character), resting: 90...240) }
  }

  /// Spins the wheel, which coasts more and more slowly for a time.
  ///
  /// - Parameter direction: 1 toward the end, -1 toward the beginning.
  mutating func spin(_ direction: Int, for length: Int) {
    var gap = Self.firstGap
    var due = 0.0
    while due < Double(length) {
      press(.wheel(direction), at: now + Int(due))
      due += gap
      gap *= Self.gapGrowth
    }
    now += length
  }

  /// The recording of all keys, which ends now.
  ///
  /// Tiles have the same size on every screen, whatever the gallery's default is, so that figures compare.
  func recording(
    screen: CellSize = CellSize(columns: 80, rows: 24), layout: GalleryLayout.Mode = .list
  ) -> SessionRecording {
    SessionRecording(
      screen: screen, layout: layout,
      tile: TileSize(cells: Self.tile(in: layout), elsewhere: .standard),
      itemCount: ScrollTrace.itemCount, moments: moments, end: .milliseconds(now))
  }

  private static func tile(in layout: GalleryLayout.Mode) -> CellSize {
    switch layout {
    case .list: CellSize(columns: 24, rows: 8)
    case .grid: CellSize(columns: 32, rows: 13)
    }
  }

  private mutating func press(_ key: Key, at time: Int) {
    moments.append(SessionRecording.Moment(at: .milliseconds(time), .key(key)))
  }
}
