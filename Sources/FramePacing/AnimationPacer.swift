/// Decides when the frames of an animation are shown.
///
/// Frames keep the times in the file. A frame that is late for its whole duration is dropped. On a
/// machine too slow for that, the animation plays slower instead of freezing.
package struct AnimationPacer: Hashable, Sendable {
  package enum Turn: Hashable, Sendable {
    case show(at: Duration)
    case leaveOut
  }

  /// The instant at which the next frame is due.
  private var next: Duration?
  private var lastShown = Duration.zero

  package init() {}

  /// Decides what to do with the next frame, which is now ready.
  ///
  /// - Parameter duration: how long the frame should be shown.
  package mutating func turn(lasting duration: Duration, at now: Duration) -> Turn {
    let start = next ?? now
    let end = start + duration
    next = end
    if now < end {
      lastShown = max(start, now)
      return .show(at: lastShown)
    }
    guard now - lastShown >= Constants.Animation.longestGap else { return .leaveOut }
    lastShown = now
    next = now + duration
    return .show(at: now)
  }
}
