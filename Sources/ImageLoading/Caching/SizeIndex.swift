import ImageDecoding

/// Which entries of a memory cache are pictures of one address, in other sizes or renderings: a
/// pure value.
///
/// - Complexity: O(entries of the address) for every call.
struct SizeIndex: Sendable {
  private struct Entry: Sendable {
    let key: ImageKey
    /// The processors that made its pixels other ones.
    let look: [String]
  }

  private var entries: [PictureAddress: [Entry]] = [:]

  /// Notes that the cache holds the picture of a request; a second time changes nothing.
  mutating func insert(_ request: ImageRequest) {
    let key = request.key
    if entries[key.address]?.contains(where: { $0.key == key }) == true { return }
    entries[key.address, default: []].append(Entry(key: key, look: request.look))
  }

  mutating func remove(_ key: ImageKey) {
    guard var list = entries[key.address] else { return }
    list.removeAll { $0.key == key }
    entries[key.address] = list.isEmpty ? nil : list
  }

  /// The entries whose pixels are those of a request, or of its picture before any processor, fitted as
  /// it asks for.
  func keys(like request: ImageRequest) -> [ImageKey] {
    let look = request.look
    return (entries[request.address] ?? []).lazy
      .filter { $0.key.target.contentMode == request.contentMode }
      .filter { $0.look.isEmpty || $0.look == look }
      .map(\.key)
  }

  /// The number of entries.
  var count: Int { entries.values.reduce(0) { $0 + $1.count } }
}

extension ImageRequest {
  /// Names the processors after which its pixels are others.
  fileprivate var look: [String] { steps.filter(\.changesPixels).map(\.identifier) }
}
