/// A change of one entry that is not on disk yet.
struct StagedChange: Sendable {
  enum Kind: Sendable {
    case store(CachedData)
    /// In the order in which they came: which of them is of the version on the disk is seen there.
    case refresh([CacheMetadata])
    case remove
  }

  let kind: Kind
  let identity: String
  /// Tells this change from a later one of the same key.
  let serial: Int
  /// Whether the writer is still to see to it.
  private(set) var isWaiting = true

  init(kind: Kind, identity: String, serial: Int) {
    self.kind = kind
    self.identity = identity
    self.serial = serial
  }

  var bytes: Int {
    if case .store(let data) = kind { data.bytes.count } else { 0 }
  }

  /// What hides an entry from readers that could not be removed from the disk.
  var hiding: StagedChange {
    var change = StagedChange(kind: .remove, identity: identity, serial: serial)
    change.isWaiting = false
    return change
  }
}
