import DiskCache
import FoundationEssentials
import ImageRequests
import Raster

/// The rules for caching: bytes on disk, pictures in memory.
struct CacheRules: Sendable {
  let hasDataCache: Bool
}

// MARK: - Bytes on disk

extension CacheRules {
  /// Whether bytes from this address may be read from the disk cache and written to it.
  func hasDiskCache(for address: PictureAddress) -> Bool {
    hasDataCache && address.isKeptOnDisk
  }

  /// Whether the body of a transfer may go into the disk cache, judged by the response so far.
  ///
  /// - Parameters:
  ///   - head: the head of the response; nil until it arrives.
  ///   - now: seconds since 1970.
  func mayStore(_ head: ResponseHead?, from address: PictureAddress, at now: Int) -> Bool {
    guard hasDiskCache(for: address) else { return false }
    guard let head else { return true }
    return head.mayBeCached && CacheMetadata(head.fields, receivedAt: now) != nil
  }

  /// Returns the action that stores the body of a transfer on disk; nil if it must not be cached.
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
  /// Returns the action that caches a picture in memory; nil if all tasks that wait for it are transient.
  ///
  /// Pictures older than a reload aren't cached, nor are intermediate ones that no task has requested.
  ///
  /// An unprocessed picture that only processors wait for is cached on probation, because the user
  /// may choose another processor. So is a picture without tasks: its load was finished to cache
  /// it.
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
