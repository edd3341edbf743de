import Archives
import Dispatch
import FoundationEssentials
import Glibc
import ImageDecoding
import Raster
import Synchronization
import ThumbnailStore

/// Finds pictures of local files among the stored thumbnails, and keeps new ones there.
final class ThumbnailShelf: Sendable {
  /// Where the thumbnail of a file and of a class of targets is, or would be.
  struct Slot: Hashable {
    let file: FileIdentity
    let scale: ThumbnailScale
    /// Whether the file had changed just before it was asked, and before anyone opened it.
    ///
    /// It may have changed again by the time it is read, and its time and size stay the same.
    let isRestless: Bool

    var key: ThumbnailKey { ThumbnailKey(file: file, scale: scale.number) }

    /// The slot of the next larger thumbnails of the same file; nil for the largest.
    var larger: Slot? { scale.larger.map { Slot(file: file, scale: $0, isRestless: isRestless) } }
  }

  /// A copy of a picture that is not stored yet.
  struct Copy: Sendable {
    let image: PixelImage
    let info: PictureInfo
    let slot: Slot
    let url: URL
  }

  /// The place of a copy in the backlog, which it lets go of even where its job is dropped.
  final class Pending: Sendable {
    private let shelf: ThumbnailShelf
    private let bytes: Int
    /// Whether there is room to wait until no picture does.
    let mayWait: Bool

    fileprivate init(_ shelf: ThumbnailShelf, _ bytes: Int) {
      self.shelf = shelf
      self.bytes = bytes
      let (_, sum) = shelf.pendingBytes.add(bytes, ordering: .relaxed)
      mayWait = sum <= ThumbnailShelf.backlogBytes
      shelf.pending.enter()
    }

    func keep(_ copy: Copy) { shelf.keep(copy) }

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
  /// Far more than a tick of any file system's clock; of FAT it is two seconds.
  private static let restlessNanoseconds: Int64 = 2_000_000_000

  /// - Parameters:
  ///   - fileSystems: what names a file.
  ///   - clock: nanoseconds since 1970.
  init(
    _ store: ThumbnailCache, fileSystems: FileSystems = FileSystems(),
    clock: @escaping @Sendable () -> Int64 = { wallNanoseconds() }
  ) {
    self.store = store
    self.fileSystems = fileSystems
    self.clock = clock
  }

  /// The slot of a request; nil if its picture is never taken from a thumbnail.
  ///
  /// It asks the system for the file's numbers, and does not open the file.
  func slot(for request: ImageRequest, within limits: ImageLimits) -> Slot? {
    guard Self.mayHave(request.url, request.thumbnails), !request.isTransient,
      let scale = ThumbnailScale(for: request.target)
    else { return nil }
    // The time is taken first: what is written after it has a later one.
    let now = clock()
    // Of a video another program reads as much as it needs, and of an archive we do.
    guard let file = identity(of: request.url),
      file.size <= limits.maxBytes || VideoFile.isVideo(request.url) || !request.url.isFileURL
    else { return nil }
    // A change in the future is by another clock, whose now is not known.
    let isRestless = now &- file.modified < Self.restlessNanoseconds
    return Slot(file: file, scale: scale, isRestless: isRestless)
  }

  /// Whether a stored copy may take a picture's place; that of a poster always does where it is large enough.
  ///
  /// A poster is one already, and another program would have to make it anew.
  static func mayHave(_ url: URL, _ thumbnails: ThumbnailPolicy) -> Bool {
    (url.isFileURL || url.scheme == ArchivedFile.scheme)
      && (thumbnails == .ifSufficient || VideoFile.isVideo(url))
  }

  /// Whether the picture of a request is stored, as far as can be said at once.
  func mayHave(_ request: ImageRequest, within limits: ImageLimits) -> Bool {
    guard request.cachePolicy != .reload else { return false }
    var slot = slot(for: request, within: limits)
    while let candidate = slot {
      if store.mayContain(candidate.key) { return true }
      slot = candidate.larger
    }
    return false
  }

  /// Whether the picture of a slot is stored whole; it is read, so that it counts as used.
  func has(in slot: Slot?) -> Bool {
    var slot = slot
    while let candidate = slot {
      if store.bytes(for: candidate.key).flatMap({ ThumbnailEntry($0) }) != nil { return true }
      slot = candidate.larger
    }
    return false
  }

  /// Decodes the picture of a request from a thumbnail; nil if there is none that is whole and large enough.
  ///
  /// One of a larger class will do: it takes less than a millisecond, and the original is not opened.
  func picture(
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

  /// Takes a place in the backlog for a copy.
  func reserve(for copy: Copy) -> Pending { Pending(self, copy.image.costBytes) }

  /// Stores a copy, unless its file has changed since the copy was made, or had changed just before.
  ///
  /// - Returns: whether it is stored.
  @discardableResult
  func keep(_ copy: Copy) -> Bool {
    guard !copy.slot.isRestless, identity(of: copy.url) == copy.slot.file,
      let bytes = ThumbnailBytes.encode(copy.image),
      let entry = ThumbnailEntry(copy: bytes, info: copy.info)
    else { return false }
    return store.store(entry.encoded(), for: copy.slot.key)
  }

  /// Leaves a file without a thumbnail of any size, until one is stored anew.
  func forget(_ url: URL) {
    guard Self.mayHave(url, .ifSufficient), let file = identity(of: url) else { return }
    for scale in ThumbnailScale.all {
      let key = ThumbnailKey(file: file, scale: scale.number)
      // Segments only grow: what is removed is an entry of nothing.
      if store.mayContain(key) { store.store(Data(), for: key) }
    }
  }

  private func identity(of url: URL) -> FileIdentity? {
    guard let path = try? FilePath(url) else { return nil }
    guard url.scheme == ArchivedFile.scheme else { return fileSystems.identity(of: path) }
    // A file in an archive changes with the archive, and is where its record is.
    guard let record = url.fragment.flatMap({ UInt64($0) }), let archive = path.archive,
      let file = fileSystems.identity(of: archive)
    else { return nil }
    return FileIdentity(
      device: file.device, inode: file.inode ^ (record &+ 1) &* 0x9E37_79B9_7F4A_7C15,
      size: file.size, modified: file.modified)
  }

  /// Blocks until what waits is stored and indexed, or the time is over.
  func flush(within limit: Duration) {
    let deadline = ContinuousClock.now + limit
    _ = pending.wait(timeout: .now() + limit / .seconds(1))
    store.flush(within: max(.zero, deadline - .now))
  }
}

private func wallNanoseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
}
