import GalleryCore
import ImageLoading
import Raster
import Synchronization

/// Renders parts of pictures for the terminal in the background; only the latest request counts.
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
      mailbox.post(.rendered(request.key, request.rendering))
    }
  }

  /// Notes that a rendering was taken out of the mailbox.
  func finished(_ key: RenderKey) {
    if key == awaited { awaited = nil }
  }
}

extension RenderRequest {
  /// The rendering of the visible part of the picture.
  var rendering: Rendering { enlargedByTerminal ?? enlarged }

  /// The rendering of a whole picture in its own pixels for the terminal to enlarge smoothly; nil
  /// if impossible or unnecessary.
  ///
  /// At 1100x825, a frame of an animation of 320x240 would have 12 times as many pixels.
  private var enlargedByTerminal: Rendering? {
    let (whole, window) = (key.whole, key.window)
    guard key.enlargement == .smooth, window.x == 0, window.y == 0,
      window.size.width >= whole.width, window.size.height >= whole.height,
      image.size.width < whole.width, image.size.height < whole.height
    else { return nil }
    let cell = key.rendition.pixelsPerCell
    let cells = CellSize(
      columns: (whole.width + cell.width - 1) / cell.width,
      rows: (whole.height + cell.height - 1) / cell.height)
    return Rendering(stretching: image, over: cells, as: key.rendition)
  }

  /// The rendering of the visible part at its displayed size; a single pixel for an empty part,
  /// because each request is answered.
  private var enlarged: Rendering {
    let part =
      image.shown(in: key.window, ofSize: key.whole, enlarged: key.enlargement)
      ?? PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 0)
    return Rendering(of: part, as: key.rendition)
  }
}

/// A counter of requests that detects outdated ones.
private final class RequestNumber: Sendable {
  private let last = Atomic(0)

  var current: Int { last.load(ordering: .relaxed) }

  func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
