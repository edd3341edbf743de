import DiskCache
import FoundationEssentials
import ImageRequests

/// The partial data of interrupted transfers, in memory, and the requests that resume them.
///
/// The latest is kept longest. Parts that are already shown are evicted first, because they save a
/// larger picture little.
///
/// - Complexity: O(*n*) for every call, where *n* is the number of parts, at most a hundred.
struct ResumeStore: Sendable {
  /// The maximum size of all parts.
  let limitBytes: Int
  let limitCount: Int

  private struct Entry {
    let address: PictureAddress
    let partial: PartialDownload
    let isShown: Bool
  }

  /// The parts, from the oldest to the latest.
  private var entries: [Entry] = []
  private(set) var costBytes = 0

  init(
    limitBytes: Int = Constants.Resumption.limitBytes,
    limitCount: Int = Constants.Resumption.limitCount
  ) {
    self.limitBytes = limitBytes
    self.limitCount = limitCount
  }

  var count: Int { entries.count }

  /// Stores partial data in place of earlier data of the same address.
  ///
  /// A part that would evict most others isn't stored.
  ///
  /// - Parameter isShown: whether a picture was decoded from it that shows as much as the whole would.
  mutating func insert(
    _ partial: PartialDownload, for address: PictureAddress, isShown: Bool = false
  ) {
    _ = remove(address)
    let largest = limitBytes / Constants.Resumption.largestPartDivisor
    guard partial.bytes.count <= largest, limitCount > 0 else { return }
    entries.append(Entry(address: address, partial: partial, isShown: isShown))
    costBytes += partial.bytes.count
    while costBytes > limitBytes || entries.count > limitCount {
      remove(at: entries.firstIndex(where: \.isShown) ?? 0)
    }
  }

  /// Removes and returns the partial data of an address.
  mutating func remove(_ address: PictureAddress) -> PartialDownload? {
    guard let place = entries.firstIndex(where: { $0.address == address }) else { return nil }
    return remove(at: place)
  }

  @discardableResult
  private mutating func remove(at place: Int) -> PartialDownload {
    let partial = entries.remove(at: place).partial
    costBytes -= partial.bytes.count
    return partial
  }
}

extension ResumeStore {
  /// Stores the bytes of a failed download, if a later one can resume it.
  mutating func keep(_ download: Download, of address: PictureAddress) {
    guard let partial = download.partial else { return }
    insert(partial, for: address, isShown: download.isShown)
  }

  /// Resumes the partial data of a request's address, if there is any.
  ///
  /// - Returns: the request for the missing bytes, and the download to append them to.
  mutating func resume(_ request: DataRequest) -> (request: DataRequest, download: Download) {
    guard request.condition == .none, let part = remove(request.address) else {
      return (request, Download())
    }
    let download = Download(resuming: part)
    var rest = request
    rest.condition = download.condition
    return (rest, download)
  }
}

/// The beginning of a body whose transfer was interrupted, and the validator that proves that a rest belongs to it.
struct PartialDownload: Hashable, Sendable {
  /// The bytes received, from the first byte of the body on.
  let bytes: Data
  /// Exactly one strong validator: the same validator means the same bytes (RFC 9110, 8.8.1).
  let validators: Validators
  /// The size of the whole body, if announced.
  let totalBytes: Int?

  /// Creates partial data; returns nil if the server can't send the rest, or the loader could not verify it.
  ///
  /// - Parameters:
  ///   - bytes: all bytes of the body received so far.
  ///   - head: the head of the last response that brought some of them.
  init?(_ bytes: Data, of totalBytes: Int?, _ head: ResponseHead) {
    guard head.status == 200 || head.status == 206, head.contentEncoding == nil, !bytes.isEmpty,
      bytes.count < totalBytes ?? .max,
      head.fields["Accept-Ranges"]?.lowercased() != "none",
      let validator = head.strongValidator
    else { return nil }
    self.bytes = bytes
    self.totalBytes = totalBytes
    validators = validator
  }
}
