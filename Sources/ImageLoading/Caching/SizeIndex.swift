import ImageDecoding

/// An index of a memory cache's entries by address, across sizes and renderings: a pure value.
///
/// - Complexity: O(*n*) for every call, where *n* is the number of entries of the address.
struct SizeIndex: Sendable {
  private struct Entry: Sendable {
    let key: ImageKey
    /// The identifiers of the processors that changed its pixels.
    let look: [String]
  }

  private var entries: [PictureAddress: [Entry]] = [:]

  /// Records that the cache holds a request's picture; repeating it changes nothing.
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

  /// Returns the entries of the request's content mode and turn that are unprocessed, or processed as requested.
  func keys(like request: ImageRequest) -> [ImageKey] {
    let look = request.look
    return (entries[request.address] ?? []).lazy
      .filter { $0.key.target.contentMode == request.contentMode }
      .filter { $0.key.target.turn == request.target.turn }
      .filter { $0.look.isEmpty || $0.look == look }
      .map(\.key)
  }

  var count: Int { entries.values.reduce(0) { $0 + $1.count } }
}

extension ImageRequest {
  /// The identifiers of the processors that change pixels.
  fileprivate var look: [String] { steps.filter(\.changesPixels).map(\.identifier) }
}
