import Raster

/// Puts surfaces on a screen.
///
/// A frame is encoded whole and then sent as the terminal takes it: a slow terminal delays frames,
/// never the caller. While `pendingDescriptor` is not nil the last frame is still under way: poll
/// it for room, call `flush`, and present nothing, so that what comes next is the latest state.
package protocol Presenter: AnyObject {
  /// What the overlay calls it: "direct" or "curses".
  var name: String { get }
  /// The colors it shows; others are replaced by the nearest.
  var colors: ColorDepth { get }
  /// Where the rest of a frame waits for room; nil when the last frame is out.
  var pendingDescriptor: Int32? { get }

  /// Sent after each frame and each part of one, behind its closing bracket and in the same write: a
  /// status request, whose answer tells that the terminal has shown it. Empty by default; not sent
  /// when nothing else is.
  var trailer: [UInt8] { get set }

  /// Encodes what changed since the last frame, as far as the limit allows, and sends what the
  /// terminal takes at once.
  ///
  /// Every part is a frame to the terminal: whole rows inside brackets of its own. A part holds at
  /// least one row, so that a small limit ends as well. A presenter may send whole frames only.
  ///
  /// Refused, with no bytes and not complete, while the last frame is pending.
  /// - Complexity: O(cells of the surface).
  func present(_ surface: Surface, limit: FrameLimit) -> PresentedFrame

  /// Sends more of a pending frame.
  func flush()

  /// Forgets what is on the screen: after a resize, a return from suspension, another presenter.
  func invalidate()

  /// What takes back all that the terminal keeps of graphics, to be sent before the terminal is left
  /// or another presenter takes over; nothing of a frame that is pending is to be sent after it.
  ///
  /// The presenter forgets what is on the screen.
  func farewell() -> [UInt8]
}

extension Presenter {
  /// Presents the whole surface.
  ///
  /// - Returns: the bytes of this frame, 0 when nothing changed or the last frame is pending.
  package func present(_ surface: Surface) -> Int {
    present(surface, limit: .none).bytes
  }
}

/// What one call of `present` did.
package struct PresentedFrame: Hashable, Sendable {
  /// The bytes of this frame or part of one, trailer included; 0 when nothing is to be sent.
  package let bytes: Int
  /// False while the screen is not the surface yet: more is to be painted by another call, with the
  /// same surface or a newer one.
  package let isComplete: Bool

  package init(bytes: Int, isComplete: Bool) {
    self.bytes = bytes
    self.isComplete = isComplete
  }

  /// What a call answers while the frame before is still under way.
  static let refused = PresentedFrame(bytes: 0, isComplete: false)
}

/// How much one call of `present` may send, and where the eye is.
package struct FrameLimit: Hashable, Sendable {
  /// The frame's part ends with the first row that reaches so many bytes; `.max` for none.
  package var bytes: Int
  /// Rows near it are painted first when not all may fit.
  package var focusRow: Int

  package init(bytes: Int, focusRow: Int) {
    self.bytes = bytes
    self.focusRow = focusRow
  }

  /// The whole frame, from the top.
  package static let none = FrameLimit(bytes: .max, focusRow: 0)
}
