/// A key, and when its effect came.
package struct ProfiledKey: Sendable {
  /// When it was pressed at the terminal, and when it reached the program.
  package let pressedAt, arrivedAt: Duration
  /// Whether the key before had no output yet: the first output may then be that one's, and the times are lower bounds.
  package let isOverlapping: Bool
  package internal(set) var firstByteAt: Duration?
  /// The end of the last frame that shows its effect.
  package internal(set) var settledAt: Duration?
  /// The frame that ended then.
  var frame: Int?
  /// The phases until the terminal has shown that frame.
  package internal(set) var shown: Phases?
}

/// Assigns frames to the keys that caused them.
///
/// The first output after a key is its answer. The frames that follow at less than 50 ms, before the next key, belong
/// to it too.
struct KeyClock {
  /// The longest pause between two keys of a run; an output answers all keys of a run, and no key before it.
  static let longestPause = Duration.milliseconds(100)
  /// The longest pause between frames of an answer.
  static let longestGap = Duration.milliseconds(50)
  /// The longest time from an answer's first byte to its first frame; output such as a bell has none.
  static let longestDrawing = Duration.seconds(1)

  private(set) var keys: [ProfiledKey] = []
  /// The first key that still waits for a first byte, a frame or an answer.
  private var open = 0

  mutating func keyArrived(at now: Duration, pressedAt: Duration) {
    if let last = keys.last, now - last.arrivedAt > Self.longestPause || last.settledAt != nil {
      open = keys.count
    }
    let isOverlapping = keys.last.map { $0.firstByteAt == nil } ?? false
    keys.append(ProfiledKey(pressedAt: pressedAt, arrivedAt: now, isOverlapping: isOverlapping))
  }

  mutating func outputArrived(at now: Duration) {
    for index in keys.indices[open...] where keys[index].firstByteAt == nil {
      keys[index].firstByteAt = now
    }
  }

  /// Records the end of a frame.
  ///
  /// - Returns: the earliest key whose first frame it is.
  mutating func ended(_ burst: Burst, frame: Int) -> ProfiledKey? {
    var first: ProfiledKey?
    for index in keys.indices[open...] {
      guard let firstByteAt = keys[index].firstByteAt, firstByteAt <= burst.end else { continue }
      if let settled = keys[index].settledAt {
        if burst.start - settled >= Self.longestGap {
          open = index + 1
          continue
        }
      } else if burst.start - firstByteAt >= Self.longestDrawing {
        open = index + 1
        continue
      } else if first == nil {
        first = keys[index]
      }
      keys[index].settledAt = burst.end
      keys[index].frame = frame
    }
    return first
  }

  /// Records that the terminal has shown a frame.
  mutating func shown(frame: Int, link: Duration, terminal: Duration) {
    for index in keys.indices.reversed() {
      guard let settled = keys[index].frame else { continue }
      if settled < frame { return }
      guard settled == frame, let settledAt = keys[index].settledAt else { continue }
      let key = keys[index]
      keys[index].shown = Phases(
        program: settledAt - key.arrivedAt, link: key.arrivedAt - key.pressedAt + link,
        terminal: terminal)
    }
  }
}
