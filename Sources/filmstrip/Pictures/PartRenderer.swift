import GalleryCore
import Raster
import Synchronization

/// Makes what the terminal shows of parts of pictures, off the main thread; the latest request alone
/// counts.
final class PartRenderer {
  private let mailbox: Mailbox
  private let thread: BackgroundThread
  private let waiting = RequestSlot()
  private var awaited: RenderKey?

  init(mailbox: Mailbox, thread: BackgroundThread) {
    self.mailbox = mailbox
    self.thread = thread
  }

  var isIdle: Bool { awaited == nil }

  func render(_ request: RenderRequest) {
    awaited = request.key
    waiting.put(request)
    thread.run { [mailbox, waiting] in
      guard let request = waiting.take() else { return }
      let key = request.key
      let rendition = key.rendition
      // A part that shows nothing is answered as well.
      let image =
        request.image.shown(in: key.window, ofSize: key.whole)
        ?? PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 0)
      mailbox.post(.rendered(key, Rendering(of: image, as: rendition)))
    }
  }

  /// A rendering was taken out of the mailbox.
  func finished(_ key: RenderKey) {
    if key == awaited { awaited = nil }
  }
}

/// Holds the request that was made last, until it is taken.
private final class RequestSlot: Sendable {
  private let request = Mutex<RenderRequest?>(nil)

  func put(_ request: RenderRequest) {
    self.request.withLock { $0 = request }
  }

  func take() -> RenderRequest? {
    request.withLock { request in
      defer { request = nil }
      return request
    }
  }
}
