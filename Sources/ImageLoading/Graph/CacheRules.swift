import DiskCache
import FoundationEssentials
import Raster

/// The rules of what the caches keep: bytes on disk, pictures in memory.
struct CacheRules: Sendable {
  let hasDataCache: Bool
}

// MARK: - Bytes on disk

extension CacheRules {
  /// Whether what a server gives may come from the disk cache, and go into it.
  func hasDiskCache(for address: PictureAddress) -> Bool {
    hasDataCache && address.isKeptOnDisk
  }

  /// Whether what a transfer brings goes into the disk cache, as far as its server has said.
  ///
  /// - Parameters:
  ///   - head: what the server has said; nil as long as that is nothing.
  ///   - now: in seconds since 1970.
  func mayStore(_ head: ResponseHead?, from address: PictureAddress, at now: Int) -> Bool {
    guard hasDiskCache(for: address) else { return false }
    guard let head else { return true }
    return head.mayBeCached && CacheMetadata(head.fields, receivedAt: now) != nil
  }

  /// The order to keep on disk the body that a transfer has brought.
  func storing(
    _ output: LoadOutput, _ head: ResponseHead?, from address: PictureAddress
  ) -> CacheAction? {
    guard let head, head.mayBeCached, hasDiskCache(for: address) else { return nil }
    guard case .bytes(let bytes) = output else { return nil }
    return .store(address.url, bytes, head)
  }
}

// MARK: - Pictures in memory

extension CacheRules {
  /// The order to keep a picture in memory; nil if every task that waits for it wants it only once.
  ///
  /// A picture that is older than a reload is not kept either.
  ///
  /// A picture that only processors wait for is kept on probation: the user may choose another
  /// processor. So is a picture that no task waits for any more: its load was finished to keep it.
  func remembering(
    _ image: PixelImage, of load: Load, _ request: ImageRequest, _ loads: LoadTable
  ) -> CacheAction? {
    if loads.isOutdated(load) { return nil }
    if load.audience.isEmpty { return .remember(request, image, isSpeculative: true) }
    let isWanted = load.taskCount > 0 || request.steps.isEmpty
    guard isWanted, loads.tasks(waitingFor: load.id).contains(where: { !$0.request.isTransient })
    else { return nil }
    let isSpeculative = load.taskCount == 0 || load.urgency.priority.isSpeculative
    return .remember(request, image, isSpeculative: isSpeculative)
  }
}
