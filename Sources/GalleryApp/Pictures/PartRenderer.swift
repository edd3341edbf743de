import GalleryCore
import ImageLoading
import Raster
import Synchronization

/// Renders parts of pictures for the terminal, off the main thread; only the latest request counts.
final class PartRenderer {
  private let mailbox: Mailbox
  private let thread: SerialThread
  private let latest = RequestNumber()
  private var awaited: RenderKey?

  init(mailbox: Mailbox, thread: SerialThread) {
    self.mailbox = mailbox
    self.thread = thread
  }

  var isIdle: Bool { awaited == nil }

  func render(_ request: RenderRequest) {
    awaited = request.key
    let number = latest.next()
    thread.run { [mailbox, latest] in
      guard latest.current == number else { return }
      let key = request.key
      let rendition = key.rendition
      // An empty part is answered as well.
      let image =
        request.image.shown(in: key.window, ofSize: key.whole, enlarged: key.enlargement)
        ?? PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 0)
      mailbox.post(.rendered(key, Rendering(of: image, as: rendition)))
    }
  }

  /// Notes that a rendering was taken out of the mailbox.
  func finished(_ key: RenderKey) {
    if key == awaited { awaited = nil }
  }
}

/// Counts requests, so that an outdated one can be recognized.
private final class RequestNumber: Sendable {
  private let last = Atomic(0)

  var current: Int { last.load(ordering: .relaxed) }

  func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
