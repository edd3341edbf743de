import FoundationEssentials

/// Decides when the received part of a picture is worth a preview.
///
/// A preview costs as much as decoding that part of the picture. So the intervals grow, and all
/// previews together cost about as much as the whole picture. The caller makes sure that only one
/// is decoded at a time.
package struct PreviewSchedule: Sendable {
  /// The bytes before the first preview; a smaller picture is complete before its preview would be
  /// noticed.
  static let firstBytes = 16 << 10
  /// The most bytes between two previews; the next one is due at twice the bytes, or this many
  /// more.
  static let stepBytes = 256 << 10
  /// The shortest time from one preview to the next.
  static let interval = Duration.milliseconds(250)
  static let maxCount = 6

  private var count = 0
  private var latestBytes = 0
  private var latestAt: Duration?

  package init() {}

  /// Stops further previews.
  package mutating func stop() { count = Self.maxCount }

  /// Whether a preview is due now; if so, it is counted.
  ///
  /// Only JPEG is worthwhile: its beginning contains the upper rows, or, if progressive, a coarse
  /// version of the whole.
  ///
  /// - Parameters:
  ///   - bytes: all received bytes, from the first on.
  ///   - expectedBytes: the length of the whole, if known.
  ///   - now: the time by a monotonic clock.
  /// - Complexity: O(1) until a preview is due by size and time, then O(segments of the header).
  package mutating func next(
    _ bytes: Data, expectedBytes: Int?, at now: Duration
  ) -> Bool {
    guard count < Self.maxCount, bytes.count >= Self.firstBytes,
      bytes.count >= min(2 * latestBytes, latestBytes + Self.stepBytes),
      latestAt.map({ now - $0 >= Self.interval }) ?? true
    else { return false }
    // After nine tenths, the whole picture follows soon.
    if let expectedBytes, bytes.count > expectedBytes / 10 * 9 { return false }
    guard bytes.withUnsafeBytes({ JPEGHeader($0)?.isComplete == true }) else { return false }
    count += 1
    latestBytes = bytes.count
    latestAt = now
    return true
  }
}
