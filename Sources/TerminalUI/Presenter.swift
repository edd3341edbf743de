import Raster

/// Puts surfaces on a screen.
///
/// A frame is encoded whole and then sent as the terminal takes it, so a slow terminal delays
/// frames, never the caller. While `pendingDescriptor` is not nil, the last frame is still under
/// way. The caller polls that descriptor for room, calls `flush`, and presents nothing, so the next
/// frame shows the latest state.
package protocol Presenter: AnyObject {
  /// The name in the overlay: "direct" or "curses".
  var name: String { get }
  /// The colors that it shows; others are replaced by the nearest.
  var colors: ColorDepth { get }
  /// The descriptor that the rest of a frame waits for; nil when the last frame is out.
  var pendingDescriptor: Int32? { get }

  /// Bytes that follow each frame and each part of one, in the same write: a status query.
  ///
  /// They come after the closing bracket, so the answer shows that the terminal has drawn the
  /// frame. Empty by default; not sent without a frame.
  var trailer: [UInt8] { get set }

  /// Encodes the changes since the last frame, as far as the limit allows, and sends as much as the
  /// terminal takes at once.
  ///
  /// Every part is a frame to the terminal: whole rows inside brackets of its own. A part holds at
  /// least one row, so that a small limit ends as well. A presenter may send whole frames only.
  ///
  /// While the last frame is pending, the call is refused: no bytes, and not complete.
  /// - Complexity: O(cells of the surface).
  func present(_ surface: Surface, limit: FrameLimit) -> PresentedFrame

  /// Sends more of a pending frame.
  func flush()

  /// Forgets the contents of the screen: after a resize, a return from suspension, another
  /// presenter.
  func invalidate()

  /// The bytes that delete everything that the terminal keeps of graphics.
  ///
  /// They are sent before the terminal is left or another presenter takes over; no more bytes of a
  /// pending frame may follow them. The presenter forgets the contents of the screen.
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

/// The result of one call of `present`.
package struct PresentedFrame: Hashable, Sendable {
  /// The bytes of this frame or part of one, trailer included; 0 when there is nothing to send.
  package let bytes: Int
  /// The bytes of pictures that the terminal reads itself to show it.
  package let handedBytes: Int
  /// False while the screen does not show the whole surface.
  ///
  /// Another call paints more, with the same surface or a newer one.
  package let isComplete: Bool

  package init(bytes: Int, handedBytes: Int = 0, isComplete: Bool) {
    self.bytes = bytes
    self.handedBytes = handedBytes
    self.isComplete = isComplete
  }

  /// All bytes that keep the terminal busy, on whichever way they reach it.
  package var allBytes: Int { bytes + handedBytes }

  /// The result while the frame before is still under way.
  static let refused = PresentedFrame(bytes: 0, isComplete: false)
}

/// The most that one call of `present` may send, and the cell where the eye is.
package struct FrameLimit: Hashable, Sendable {
  /// A part of a frame ends with the first row that reaches this many bytes; `.max` for no limit.
  package var bytes: Int
  /// The most bytes of new pictures that the terminal draws itself; `.max` for no limit.
  ///
  /// Coarse cells stand in for the others, so that text never waits for pictures.
  package var pictureBytes: Int
  /// The rows and pictures near this cell are sent first when not all may fit.
  package var focus: CellPoint

  package init(bytes: Int, pictureBytes: Int = .max, focus: CellPoint) {
    self.bytes = bytes
    self.pictureBytes = pictureBytes
    self.focus = focus
  }

  /// The whole frame, from the top.
  package static let none = FrameLimit(bytes: .max, focus: CellPoint(column: 0, row: 0))

  /// The most bytes of commands that transmit pictures.
  var transmissionBytes: Int { min(bytes, pictureBytes) }
}
