import GalleryCore
import ImageLoading
import Synchronization

/// Tells the gallery when the memory cache has dropped a picture that was loaded ahead and never shown.
///
/// It may be used from any thread.
final class UnseenPictures: Sendable {
  private let cache: ImageCache
  private let mailbox: Mailbox
  private let pictures = Mutex(PicturesAhead<ImageKey>())

  init(cache: ImageCache, mailbox: Mailbox) {
    self.cache = cache
    self.mailbox = mailbox
    cache.didDropUnseen = { [weak self] in self?.dropped($0) }
  }

  /// A picture that was loaded ahead is there; the gallery has been told.
  ///
  /// The cache may have refused it, or dropped it again, before it was known here.
  func add(_ request: ImageRequest, for key: TileKey) {
    pictures.withLock { $0.note(key, as: request.key) }
    if !cache.contains(request) { dropped([request.key]) }
  }

  /// A picture is shown.
  func remove(_ request: ImageRequest) {
    _ = pictures.withLock { $0.take(request.key) }
  }

  private func dropped(_ names: [ImageKey]) {
    let keys = pictures.withLock { pictures in names.compactMap { pictures.take($0) } }
    for key in keys { mailbox.post(.pictureDropped(key)) }
  }
}
