/// When the frames of a moving picture are shown.
///
/// Frames keep to the times that the file gives them; one whose time is over before it is there is
/// left out. Where a machine is too slow for all that, the picture plays slower instead of standing
/// still.
package struct AnimationPacer: Hashable, Sendable {
  /// How long frames may be left out in a row.
  static let patience: Duration = .milliseconds(250)

  package enum Turn: Hashable, Sendable {
    case show(at: Duration)
    case leaveOut
  }

  /// When the time of the next frame begins.
  private var next: Duration?
  private var lastShown = Duration.zero

  package init() {}

  /// Decides on the next frame, which is there now.
  ///
  /// - Parameter duration: for how long it is to be shown.
  package mutating func turn(lasting duration: Duration, at now: Duration) -> Turn {
    let start = next ?? now
    let end = start + duration
    next = end
    if now < end {
      lastShown = max(start, now)
      return .show(at: lastShown)
    }
    guard now - lastShown >= Self.patience else { return .leaveOut }
    lastShown = now
    next = now + duration
    return .show(at: now)
  }
}
