import Keys
import Raster

/// Makes a double click of two clicks at one place, soon after each other.
struct DoubleClick {
  /// The time between them, at most.
  static let window = Duration.milliseconds(400)

  private var last: (point: CellPoint, instant: ContinuousClock.Instant)?

  /// The key that a key is, given the ones before it: what moves the pictures between two clicks
  /// makes them two, and a third click is a first one again.
  mutating func resolve(_ key: Key, at instant: ContinuousClock.Instant) -> Key {
    guard case .click(let point) = key else {
      last = nil
      return key
    }
    if let last, last.point == point, instant - last.instant <= Self.window {
      self.last = nil
      return .doubleClick(point)
    }
    last = (point, instant)
    return key
  }
}
