import DiskCache
import FoundationEssentials

/// Beginnings of bodies whose transfers broke off, in memory, and the requests that continue them.
///
/// The latest is kept longest. Those that are shown already go first: all that a larger picture saves
/// by them is small.
///
/// - Complexity: O(count) for every call, which is at most a hundred.
struct ResumeStore: Sendable {
  /// The most bytes that all of them may take: room for four large photographs, which gain most
  /// from it.
  let limitBytes: Int
  let limitCount: Int

  private struct Entry {
    let address: PictureAddress
    let partial: PartialDownload
    let isShown: Bool
  }

  /// The beginnings, from the oldest to the latest.
  private var entries: [Entry] = []
  private(set) var costBytes = 0

  init(limitBytes: Int = 16 << 20, limitCount: Int = 100) {
    self.limitBytes = limitBytes
    self.limitCount = limitCount
  }

  var count: Int { entries.count }

  /// Keeps a beginning, instead of an earlier one of the same address.
  ///
  /// One over a quarter of the limit is not kept: it would push all others out.
  ///
  /// - Parameter isShown: whether a picture was made of it that shows as much as the whole would.
  mutating func insert(
    _ partial: PartialDownload, for address: PictureAddress, isShown: Bool = false
  ) {
    _ = take(address)
    guard partial.bytes.count <= limitBytes / 4, limitCount > 0 else { return }
    entries.append(Entry(address: address, partial: partial, isShown: isShown))
    costBytes += partial.bytes.count
    while costBytes > limitBytes || entries.count > limitCount {
      remove(at: entries.firstIndex(where: \.isShown) ?? 0)
    }
  }

  /// Takes out what there is of an address.
  mutating func take(_ address: PictureAddress) -> PartialDownload? {
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
  /// Keeps what has come of a download that ends too early, if a later one can continue it.
  mutating func keep(_ download: Download, of address: PictureAddress) {
    guard let partial = download.partial else { return }
    insert(partial, for: address, isShown: download.isShown)
  }

  /// Takes out the beginning that a request continues, if there is one.
  ///
  /// - Returns: the request for what is missing, and the download that it goes on with.
  mutating func resume(_ request: DataRequest) -> (request: DataRequest, download: Download) {
    guard request.condition == .none, let part = take(request.address) else {
      return (request, Download())
    }
    let download = Download(resuming: part)
    var rest = request
    rest.condition = download.condition
    return (rest, download)
  }
}

/// The beginning of a body whose transfer broke off, and what proves that a rest belongs to it.
struct PartialDownload: Hashable, Sendable {
  /// The bytes that are here, from the first one on.
  let bytes: Data
  /// Exactly one, a strong one: same validator, same bytes (RFC 9110, 8.8.1).
  let validators: Validators
  /// The size of the whole, if it was announced.
  let totalBytes: Int?

  /// Keeps what has come of a body, if a server can send the rest and the loader can recognize it.
  ///
  /// - Parameters:
  ///   - bytes: all bytes of the body that have come.
  ///   - head: the head of the last response that brought some of it.
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
