/// The addresses that were reloaded: a load that was under way then may end later, with an older version.
struct ReloadMarks: Sendable {
  /// The latest load that there was when an address was reloaded.
  private var marks: [PictureAddress: LoadID] = [:]
  /// How many marks there are before old ones are dropped.
  private var capacity = Self.leastCapacity

  private static let leastCapacity = 64

  var count: Int { marks.count }

  /// Marks an address.
  ///
  /// - Parameters:
  ///   - latest: the latest load that there is.
  ///   - loads: all loads that there are.
  mutating func markReloaded(
    _ address: PictureAddress, upTo latest: LoadID, among loads: some Collection<LoadID>
  ) {
    marks[address] = latest
    guard marks.count > capacity else { return }
    let oldest = loads.min() ?? .max
    marks = marks.filter { $0.value >= oldest }
    capacity = max(Self.leastCapacity, 2 * marks.count)
  }

  /// Whether a load is older than a reload of its address that has ended, and so not to be kept.
  func isOutdated(_ load: Load) -> Bool {
    if marks.isEmpty || load.key.isReload { return false }
    return marks[load.key.address].map { load.id <= $0 } ?? false
  }
}

extension LoadKey {
  /// Whether the caches do not count.
  fileprivate var isReload: Bool {
    switch self {
    case .picture(let request): request.cachePolicy == .reload
    case .bytes(let key), .stored(let key): key.cachePolicy == .reload
    case .transfer: false
    }
  }
}
