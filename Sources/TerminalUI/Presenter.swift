import Raster
import TerminalGraphics

/// Puts surfaces on a screen.
///
/// A frame is encoded completely and then sent as fast as the terminal accepts it, so a slow
/// terminal delays frames, never the caller. While `pendingDescriptor` is not nil, the last frame
/// is still being sent. The caller polls that descriptor for room, calls `flush`, and presents
/// nothing, so the next frame shows the latest state.
package protocol Presenter: AnyObject {
  /// The name in the overlay: "direct" or "curses".
  var name: String { get }
  /// The colors that it can show; other colors are replaced by the nearest.
  var colors: ColorDepth { get }
  /// The descriptor to poll while a frame is partly sent; nil when the last frame is out.
  var pendingDescriptor: Int32? { get }

  /// Whether a graphic is partly sent; only the next frame may continue it.
  ///
  /// False by default. Kitty drops a partly sent graphic when another graphics command comes between its chunks.
  var isWithinGraphic: Bool { get }

  /// The bytes at the end of frames.
  var ending: FrameEnding { get set }

  /// Encodes the changes since the last frame up to the limit, and sends what the terminal accepts
  /// at once.
  ///
  /// Every part is a frame to the terminal: whole rows inside their own brackets. A part holds at
  /// least one row, so that small limits make progress. A presenter may send only whole frames.
  ///
  /// While the last frame is pending, the call is refused: it sends no bytes and is not complete.
  /// - Complexity: O(cells of the surface).
  func present(_ surface: Surface, limit: FrameLimit) -> PresentedFrame

  /// Sends more of a pending frame.
  func flush()

  /// Forgets the contents of the screen, after a resize, a suspension, or a change of presenter.
  func invalidate()

  /// The bytes that delete all graphics held by the terminal.
  ///
  /// They are sent before the terminal is left or another presenter takes over; no bytes of a
  /// pending frame may follow them. The presenter forgets the contents of the screen.
  func farewell() -> [UInt8]
}

extension Presenter {
  package var isWithinGraphic: Bool { false }

  /// The trailer of `ending`.
  package var trailer: [UInt8] {
    get { ending.trailer }
    set { ending.trailer = newValue }
  }

  /// The attachment of `ending`.
  package var attachment: [UInt8] {
    get { ending.attachment }
    set { ending.attachment = newValue }
  }

  /// Presents the whole surface.
  ///
  /// - Returns: the bytes of this frame, 0 when nothing changed or the last frame is pending.
  package func present(_ surface: Surface) -> Int {
    present(surface, limit: .none).bytes
  }
}

/// The bytes at the end of a frame, in the same write, after its closing bracket.
package struct FrameEnding: Hashable, Sendable {
  /// Bytes that belong to no frame, such as a text for the clipboard; empty by default.
  ///
  /// The next frame takes them along, even if nothing has changed.
  package var attachment: [UInt8] = []
  /// The bytes appended to each frame and each part of one: a status query.
  ///
  /// The answer shows that the terminal has drawn the frame. Empty by default; never sent alone.
  package var trailer: [UInt8] = []

  package init() {}

  /// Ends a frame, unless there is nothing to send.
  mutating func append(to frame: inout ByteBuffer) {
    if frame.count == 0, attachment.isEmpty { return }
    frame.append(attachment)
    frame.append(trailer)
    attachment = []
  }
}

/// The result of one call of `present`.
package struct PresentedFrame: Hashable, Sendable {
  /// The bytes of this frame or part of one, trailer included; 0 when there is nothing to send.
  package let bytes: Int
  /// The bytes of pictures that the terminal reads itself for this frame.
  package let handedBytes: Int
  /// Whether the screen shows the whole surface.
  ///
  /// If false, another call paints more, with the same surface or a newer one.
  package let isComplete: Bool

  package init(bytes: Int, handedBytes: Int = 0, isComplete: Bool) {
    self.bytes = bytes
    self.handedBytes = handedBytes
    self.isComplete = isComplete
  }

  /// All bytes that keep the terminal busy, whichever way they reach it.
  package var allBytes: Int { bytes + handedBytes }

  /// The result while the previous frame is pending.
  static let refused = PresentedFrame(bytes: 0, isComplete: false)
}
