import Synchronization

/// Pictures in memory, limited by their bytes: the least recently used go first.
///
/// It may be used from any thread; no call waits for more than another's few hundred nanoseconds.
///
/// - Complexity: O(1) for every call, inserting counted with what it evicts.
package final class ImageCache: Sendable {
  /// What an entry costs beyond its pixels: its key, and its places in the list and the table.
  ///
  /// It bounds the number of entries however small the pictures are.
  package static let entryOverheadBytes = 512

  package let limitBytes: Int

  private struct Contents {
    var pictures = RecencyList<ImageRequest, PixelImage>()
    var costBytes = 0

    mutating func remove(_ request: ImageRequest) -> PixelImage? {
      guard let picture = pictures.remove(request) else { return nil }
      costBytes -= ImageCache.cost(of: picture)
      return picture
    }
  }

  private let contents = Mutex(Contents())

  /// Makes an empty cache; with a limit of 0 or less it stays empty.
  package init(limitBytes: Int) {
    self.limitBytes = max(0, limitBytes)
  }

  /// The bytes that its entries take; never more than the limit.
  package var costBytes: Int { contents.withLock { $0.costBytes } }

  package var count: Int { contents.withLock { $0.pictures.count } }

  /// Looks a picture up, which counts as using it.
  package func image(for request: ImageRequest) -> PixelImage? {
    contents.withLock { $0.pictures.use(request) }
  }

  /// Keeps a picture, in place of an earlier one for the same request.
  ///
  /// One that costs over a tenth of the limit is kept only where there is room left: it would push
  /// out many others, and the next of its kind would push out it.
  package func insert(_ image: PixelImage, for request: ImageRequest) {
    let cost = Self.cost(of: image)
    var evicted: [PixelImage] = []
    contents.withLock { contents in
      if let earlier = contents.remove(request) { evicted.append(earlier) }
      let isLarge = cost > limitBytes / 10
      guard cost <= (isLarge ? limitBytes - contents.costBytes : limitBytes) else { return }
      while contents.costBytes > limitBytes - cost, let oldest = contents.pictures.oldest {
        if let picture = contents.remove(oldest.key) { evicted.append(picture) }
      }
      contents.pictures.append(request, image)
      contents.costBytes += cost
    }
    // Their memory is given back here, after the lock.
    evicted.removeAll()
  }

  /// Forgets one picture.
  package func remove(_ request: ImageRequest) {
    _ = contents.withLock { $0.remove(request) }
  }

  private static func cost(of image: PixelImage) -> Int {
    image.costBytes + entryOverheadBytes
  }
}
