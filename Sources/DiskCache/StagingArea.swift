/// The changes that are not on disk yet, but visible to readers.
///
/// It is a pure value. It keeps only the latest change of each key, so overlapping calls end in the
/// state of the last one.
struct StagingArea: Sendable {
  /// A reader's view of one key.
  enum View: Sendable {
    case entry(CachedData)
    /// The disk's entry, if any, with newer metadata.
    case disk([CacheMetadata])
    case nothing
  }

  private let limitBytes: Int
  private var staged: [CacheKey: StagedChange] = [:]
  /// Keys in the order of their changes; keys without a pending change are skipped.
  private var waiting: ArraySlice<CacheKey> = []
  private var removal: Removal?
  private var serial = 0
  private(set) var bytes = 0

  /// A pending removal of everything on the disk; until it is done, readers see no entry from the
  /// disk.
  private struct Removal {
    let serial: Int
    var isDue = true
  }

  /// - Parameter limitBytes: the most bytes of bodies that wait to be written.
  init(limitBytes: Int) {
    self.limitBytes = limitBytes
  }

  /// Stages an entry; if there is no room it becomes a removal.
  ///
  /// A cache may forget, but must not return to an older version.
  mutating func store(_ data: CachedData, _ key: CacheKey, _ identity: String) {
    let free = limitBytes - bytes + (staged[key]?.bytes ?? 0)
    stage(data.bytes.count <= free ? .store(data) : .remove, key, identity)
  }

  mutating func refresh(_ metadata: CacheMetadata, _ key: CacheKey, _ identity: String) {
    switch view(of: key) {
    case .entry(var data):
      data.metadata = data.metadata.updated(by: [metadata])
      stage(.store(data), key, identity)
    case .disk(var newer):
      // Only the latest metadata of a version is useful, so few are ever kept.
      if newer.last?.validators == metadata.validators { newer.removeLast() }
      stage(.refresh(newer + [metadata]), key, identity)
    case .nothing: break
    }
  }

  mutating func remove(_ key: CacheKey, _ identity: String) {
    stage(.remove, key, identity)
  }

  mutating func removeAll() {
    staged = [:]
    waiting = []
    bytes = 0
    serial += 1
    removal = Removal(serial: serial)
  }

  func view(of key: CacheKey) -> View {
    switch staged[key]?.kind {
    case .store(let data): .entry(data)
    case .remove: .nothing
    case .refresh(let metadata): removal == nil ? .disk(metadata) : .nothing
    case nil: removal == nil ? .disk([]) : .nothing
    }
  }

  private mutating func stage(_ kind: StagedChange.Kind, _ key: CacheKey, _ identity: String) {
    if staged[key]?.isWaiting != true { waiting.append(key) }
    // A disk that refused to remove may accept it now.
    removal?.isDue = true
    serial += 1
    replace(key, with: StagedChange(kind: kind, identity: identity, serial: serial))
  }

  private mutating func replace(_ key: CacheKey, with new: StagedChange?) {
    bytes += (new?.bytes ?? 0) - (staged[key]?.bytes ?? 0)
    staged[key] = new
  }
}

// MARK: - Writer

extension StagingArea {
  /// The next work for the disk.
  enum Work: Sendable {
    case removeAll(serial: Int)
    case change(CacheKey, StagedChange)
  }

  /// Takes the removal of everything if pending, or else the earliest change; nil if there is no work.
  ///
  /// A change stays visible to readers until it is settled.
  mutating func takeWork() -> Work? {
    if let removal, removal.isDue { return .removeAll(serial: removal.serial) }
    while let key = waiting.popFirst() {
      if let change = staged[key], change.isWaiting { return .change(key, change) }
    }
    return nil
  }

  /// Lets readers see the disk again, unless there was another change meanwhile.
  ///
  /// - Parameter isDone: false if outdated data remains on the disk, which stays hidden.
  mutating func settle(_ work: Work, isDone: Bool) {
    switch work {
    case .removeAll(let serial):
      guard removal?.serial == serial else { return }
      if isDone { removal = nil } else { removal?.isDue = false }
    case .change(let key, let change):
      guard let latest = staged[key] else { return }
      if latest.serial != change.serial {
        waiting.append(key)
      } else {
        replace(key, with: isDone ? nil : change.hiding)
      }
    }
  }
}

/// A change of one entry that is not on disk yet.
struct StagedChange: Sendable {
  enum Kind: Sendable {
    case store(CachedData)
    /// New metadata in order of arrival; the writer selects those for the version on the disk.
    case refresh([CacheMetadata])
    case remove
  }

  let kind: Kind
  let identity: String
  /// A number that distinguishes the change from later ones of the same key.
  let serial: Int
  /// Whether the change still waits for the writer.
  private(set) var isWaiting = true

  init(kind: Kind, identity: String, serial: Int) {
    self.kind = kind
    self.identity = identity
    self.serial = serial
  }

  var bytes: Int {
    if case .store(let data) = kind { data.bytes.count } else { 0 }
  }

  /// The change that hides an entry that could not be removed from the disk.
  var hiding: StagedChange {
    var change = StagedChange(kind: .remove, identity: identity, serial: serial)
    change.isWaiting = false
    return change
  }
}
