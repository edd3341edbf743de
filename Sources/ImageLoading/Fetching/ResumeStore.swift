import DiskCache
import FoundationEssentials

/// Beginnings of bodies whose transfers broke off, in memory, the latest kept longest.
///
/// - Complexity: O(count) for every call, which is at most a hundred.
struct ResumeStore: Sendable {
  /// The most bytes that all of them may take: room for four large photographs, which gain most
  /// from it.
  let limitBytes: Int
  let limitCount: Int

  /// The beginnings, from the oldest to the latest.
  private var partials: [(address: PictureAddress, partial: PartialDownload)] = []
  private(set) var costBytes = 0

  init(limitBytes: Int = 16 << 20, limitCount: Int = 100) {
    self.limitBytes = limitBytes
    self.limitCount = limitCount
  }

  var count: Int { partials.count }

  /// Keeps a beginning, instead of an earlier one of the same address.
  ///
  /// One over a quarter of the limit is not kept: it would push all others out.
  mutating func insert(_ partial: PartialDownload, for address: PictureAddress) {
    _ = take(address)
    guard partial.bytes.count <= limitBytes / 4, limitCount > 0 else { return }
    partials.append((address, partial))
    costBytes += partial.bytes.count
    while costBytes > limitBytes || partials.count > limitCount {
      costBytes -= partials.removeFirst().partial.bytes.count
    }
  }

  /// Takes out what there is of an address.
  mutating func take(_ address: PictureAddress) -> PartialDownload? {
    guard let place = partials.firstIndex(where: { $0.address == address }) else { return nil }
    let partial = partials.remove(at: place).partial
    costBytes -= partial.bytes.count
    return partial
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
