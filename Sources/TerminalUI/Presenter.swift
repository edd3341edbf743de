import Raster

/// Puts surfaces on a screen.
///
/// A frame is encoded whole and then sent as the terminal takes it: a slow terminal delays frames,
/// never the caller. While `pendingDescriptor` is not nil the last frame is still under way: poll
/// it for room, call `flush`, and present nothing, so that what comes next is the latest state.
package protocol Presenter: AnyObject {
  /// What the overlay calls it: "direct" or "curses".
  var name: String { get }
  /// The colours it shows; others are replaced by the nearest.
  var colors: ColorDepth { get }
  /// Where the rest of a frame waits for room; nil when the last frame is out.
  var pendingDescriptor: Int32? { get }

  /// Encodes what changed since the last frame and sends what the terminal takes at once.
  ///
  /// Refused, with 0, while the last frame is pending.
  /// - Returns: the bytes of this frame, 0 when nothing changed.
  /// - Complexity: O(cells of the surface).
  func present(_ surface: Surface) -> Int

  /// Sends more of a pending frame.
  func flush()

  /// Forgets what is on the screen: after a resize, a return from suspension, another presenter.
  func invalidate()
}
