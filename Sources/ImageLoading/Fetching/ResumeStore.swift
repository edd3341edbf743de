/// Beginnings of bodies whose transfers broke off, in memory, the latest kept longest.
///
/// - Complexity: O(count) for every call, which is at most a hundred.
struct ResumeStore: Sendable {
  /// All of them together, in bytes: room for four large photographs, which gain most from it.
  let limitBytes: Int
  let limitCount: Int

  /// From the oldest to the latest.
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

  /// Gives out what there is of an address, once.
  mutating func take(_ address: PictureAddress) -> PartialDownload? {
    guard let place = partials.firstIndex(where: { $0.address == address }) else { return nil }
    let partial = partials.remove(at: place).partial
    costBytes -= partial.bytes.count
    return partial
  }
}
