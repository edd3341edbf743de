import Archives
import Dispatch
import FoundationEssentials
import Glibc
import ImageDecoding
import ImageRequests
import Raster
import Synchronization
import ThumbnailStore

/// The stored thumbnails of local files: finds pictures there, and adds new ones.
package final class ThumbnailShelf: Sendable {
  /// The location of a thumbnail: a file, and a class of targets.
  package struct Slot: Hashable {
    package let file: FileIdentity
    package let scale: ThumbnailScale
    /// Whether the file was modified just before its status was read.
    ///
    /// It may change again before it is read, without any change in its time or size.
    let isRestless: Bool

    var key: ThumbnailKey { ThumbnailKey(file: file, scale: scale.number) }

    /// The slot for the next larger thumbnail of the same file; nil for the largest.
    var larger: Slot? { scale.larger.map { Slot(file: file, scale: $0, isRestless: isRestless) } }
  }

  /// A copy of a picture that is not stored yet.
  package struct Copy: Sendable {
    package let image: PixelImage
    let info: PictureInfo
    let slot: Slot
    let url: URL

    package init(image: PixelImage, info: PictureInfo, slot: Slot, url: URL) {
      self.image = image
      self.info = info
      self.slot = slot
      self.url = url
    }
  }

  /// A reservation for a copy in the backlog, released even if its job is dropped.
  package final class Pending: Sendable {
    private let shelf: ThumbnailShelf
    private let bytes: Int
    /// Whether the backlog has room, so that storing may wait until no picture does.
    package let mayWait: Bool

    fileprivate init(_ shelf: ThumbnailShelf, _ bytes: Int) {
      self.shelf = shelf
      self.bytes = bytes
      let (_, sum) = shelf.pendingBytes.add(bytes, ordering: .relaxed)
      mayWait = sum <= ThumbnailShelf.backlogBytes
      shelf.pending.enter()
    }

    package func keep(_ copy: Copy) { shelf.keep(copy) }

    deinit {
      shelf.pendingBytes.subtract(bytes, ordering: .relaxed)
      shelf.pending.leave()
    }
  }

  private let store: ThumbnailCache
  private let pending = DispatchGroup()
  private let pendingBytes = Atomic(0)
  private let clock: @Sendable () -> Int64
  private let fileSystems: FileSystems

  /// The most bytes of pixels that wait to be stored: a hundred large tiles.
  private static let backlogBytes = 32 << 20
  /// Far longer than a clock tick of any file system; FAT has two seconds.
  private static let restlessNanoseconds: Int64 = 2_000_000_000

  /// - Parameters:
  ///   - fileSystems: the source of file identities.
  ///   - clock: returns nanoseconds since 1970.
  package init(
    _ store: ThumbnailCache, fileSystems: FileSystems = FileSystems(),
    clock: @escaping @Sendable () -> Int64 = { wallNanoseconds() }
  ) {
    self.store = store
    self.fileSystems = fileSystems
    self.clock = clock
  }

  /// Returns the slot of a request; nil if its picture never comes from a thumbnail.
  ///
  /// It reads the status of the file, and doesn't open the file.
  package func slot(for request: ImageRequest, within limits: ImageLimits) -> Slot? {
    guard Self.mayHave(request.url, request.thumbnails), !request.isTransient,
      let scale = ThumbnailScale(for: request.target)
    else { return nil }
    // Read the clock first, so that any later change has a later time.
    let now = clock()
    // The limit doesn't apply to videos, of which another program reads what it needs, nor to archives.
    guard let file = identity(of: request.url),
      file.size <= limits.maxBytes || VideoFile.isVideo(request.url) || !request.url.isFileURL
    else { return nil }
    // A time in the future is by another clock, so it counts as recent.
    let isRestless = now &- file.modified < Self.restlessNanoseconds
    return Slot(file: file, scale: scale, isRestless: isRestless)
  }

  /// Whether a stored copy may be used; a poster always may.
  ///
  /// A poster is a copy already, and another program would have to make it again.
  package static func mayHave(_ url: URL, _ thumbnails: ThumbnailPolicy) -> Bool {
    (url.isFileURL || url.scheme == ArchivedFile.scheme)
      && (thumbnails == .ifSufficient || VideoFile.isVideo(url))
  }

  /// Whether the picture of a request is probably stored; this only looks at the index.
  package func mayHave(_ request: ImageRequest, within limits: ImageLimits) -> Bool {
    guard request.cachePolicy != .reload else { return false }
    var slot = slot(for: request, within: limits)
    while let candidate = slot {
      if store.mayContain(candidate.key) { return true }
      slot = candidate.larger
    }
    return false
  }

  /// Whether the picture of a slot is stored completely; reading it marks it as used.
  package func has(in slot: Slot?) -> Bool {
    var slot = slot
    while let candidate = slot {
      if store.bytes(for: candidate.key).flatMap({ ThumbnailEntry($0) }) != nil { return true }
      slot = candidate.larger
    }
    return false
  }

  /// Decodes the picture of a request from a thumbnail; nil if none is complete and large enough.
  ///
  /// A larger class is used too: decoding takes less than a millisecond, and the original is not opened.
  package func picture(
    in slot: Slot, for request: ImageRequest, _ isCancelled: () -> Bool
  ) -> (image: PixelImage, bytesRead: Int)? {
    if request.cachePolicy == .reload { return nil }
    var slot: Slot? = slot
    while let candidate = slot {
      if let picture = thumbnail(in: candidate, for: request, isCancelled) { return picture }
      slot = candidate.larger
    }
    return nil
  }

  private func thumbnail(
    in slot: Slot, for request: ImageRequest, _ isCancelled: () -> Bool
  ) -> (image: PixelImage, bytesRead: Int)? {
    guard let bytes = store.bytes(for: slot.key),
      let entry = ThumbnailEntry(bytes)
    else { return nil }
    let decoded = entry.copy.withUnsafeBytes { copy in
      try? ThumbnailBytes.decode(
        copy, of: entry.size, target: request.target, isCancelled: isCancelled)
    }
    guard var image = decoded ?? nil else { return nil }
    image.info = entry.info
    return (image, bytes.count)
  }

  /// Reserves room in the backlog for a copy.
  package func reserve(for copy: Copy) -> Pending { Pending(self, copy.image.costBytes) }

  /// Stores a copy, unless its file has changed since, or had changed just before.
  ///
  /// - Returns: whether it was stored.
  @discardableResult
  package func keep(_ copy: Copy) -> Bool {
    guard !copy.slot.isRestless, identity(of: copy.url) == copy.slot.file,
      let bytes = ThumbnailBytes.encode(copy.image),
      let entry = ThumbnailEntry(copy: bytes, info: copy.info)
    else { return false }
    return store.store(entry.encoded(), for: copy.slot.key)
  }

  /// Removes all thumbnails of a file.
  package func forget(_ url: URL) {
    guard Self.mayHave(url, .ifSufficient), let file = identity(of: url) else { return }
    for scale in ThumbnailScale.all {
      let key = ThumbnailKey(file: file, scale: scale.number)
      // Segments are append-only, so an empty entry marks the removal.
      if store.mayContain(key) { store.store(Data(), for: key) }
    }
  }

  private func identity(of url: URL) -> FileIdentity? {
    guard let path = try? FilePath(url) else { return nil }
    guard url.scheme == ArchivedFile.scheme else { return fileSystems.identity(of: path) }
    // A file in an archive is identified by the archive and its record, and changes with the archive.
    guard let record = url.fragment.flatMap({ UInt64($0) }), let archive = path.archive,
      let file = fileSystems.identity(of: archive)
    else { return nil }
    return FileIdentity(
      device: file.device, inode: file.inode ^ (record &+ 1) &* 0x9E37_79B9_7F4A_7C15,
      size: file.size, modified: file.modified)
  }

  /// Blocks until pending copies are stored and indexed, or the time limit is reached.
  package func flush(within limit: Duration) {
    let deadline = ContinuousClock.now + limit
    _ = pending.wait(timeout: .now() + limit / .seconds(1))
    store.flush(within: max(.zero, deadline - .now))
  }
}
