import ImageRequests

/// The addresses that were reloaded: an earlier load may end later, with an older version.
struct ReloadMarks: Sendable {
  /// The latest load at the time of each reload.
  private var marks: [PictureAddress: LoadID] = [:]
  /// The number of marks at which old ones are dropped.
  private var capacity = Self.leastCapacity

  private static let leastCapacity = 64

  var count: Int { marks.count }

  /// Marks an address as reloaded.
  ///
  /// - Parameters:
  ///   - latest: the latest load so far.
  ///   - loads: all loads in progress.
  mutating func markReloaded(
    _ address: PictureAddress, upTo latest: LoadID, among loads: some Collection<LoadID>
  ) {
    marks[address] = latest
    guard marks.count > capacity else { return }
    let oldest = loads.min() ?? .max
    marks = marks.filter { $0.value >= oldest }
    capacity = max(Self.leastCapacity, 2 * marks.count)
  }

  /// Whether a load is older than a completed reload of its address, so that it must not be cached.
  func isOutdated(_ load: Load) -> Bool {
    if marks.isEmpty || load.key.isReload { return false }
    return marks[load.key.address].map { load.id <= $0 } ?? false
  }
}

extension LoadKey {
  /// Whether the request bypasses the caches.
  fileprivate var isReload: Bool {
    switch self {
    case .picture(let request): request.cachePolicy == .reload
    case .bytes(let key): key.cachePolicy == .reload
    case .transfer: false
    }
  }
}
