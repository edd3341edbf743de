import FoundationEssentials

/// When what has come of a picture is worth decoding for a preview.
///
/// A preview costs as much as decoding that part of the picture, so they come further and further
/// apart, and together cost about as much as the whole picture does once. Whoever asks sees to it
/// that one is decoded at a time.
package struct PreviewSchedule: Sendable {
  /// A picture of less is there before an eye has seen its preview.
  static let firstBytes = 16 << 10
  /// The next one follows when there is twice as much, or that much more.
  static let stepBytes = 256 << 10
  /// From one preview to the next, at least.
  static let interval = Duration.milliseconds(250)
  static let maxCount = 6

  private var count = 0
  private var latestBytes = 0
  private var latestAt: Duration?

  package init() {}

  /// None is due any more.
  package mutating func stop() { count = Self.maxCount }

  /// Whether one is due now; if so, it counts as made.
  ///
  /// Only JPEG is worth it: its first part gives the upper rows, or, if it is progressive, all of
  /// it coarsely.
  ///
  /// - Parameters:
  ///   - bytes: all that has come, from the first byte on.
  ///   - expectedBytes: the length of the whole, where it is known.
  ///   - now: on any clock that only goes forward.
  /// - Complexity: O(1) until a preview is due by size and time, then O(segments of the header).
  package mutating func next(
    _ bytes: Data, expectedBytes: Int?, at now: Duration
  ) -> Bool {
    guard count < Self.maxCount, bytes.count >= Self.firstBytes,
      bytes.count >= min(2 * latestBytes, latestBytes + Self.stepBytes),
      latestAt.map({ now - $0 >= Self.interval }) ?? true
    else { return false }
    // With nine tenths here, the whole is about to be.
    if let expectedBytes, bytes.count > expectedBytes / 10 * 9 { return false }
    guard bytes.withUnsafeBytes({ JPEGHeader($0)?.isComplete == true }) else { return false }
    count += 1
    latestBytes = bytes.count
    latestAt = now
    return true
  }
}
