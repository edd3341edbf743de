/// The changes that are not on disk yet; readers see them as if they were.
///
/// It is a pure value. It keeps only the latest change of each key, so that overlapping calls end
/// in the state of the last one.
struct StagingArea: Sendable {
  /// What a reader sees of one key.
  enum View: Sendable {
    case entry(CachedData)
    /// The disk's entry, if it has one, with the metadata that came since.
    case disk([CacheMetadata])
    case nothing
  }

  private let limitBytes: Int
  private var staged: [CacheKey: StagedChange] = [:]
  /// Keys in the order in which they came to have a change; one whose change is done is passed over.
  private var waiting: [CacheKey] = []
  private var removal: Removal?
  private var serial = 0
  private(set) var bytes = 0

  /// An order to remove everything from the disk; until that is done, readers see nothing of it.
  private struct Removal {
    let serial: Int
    var isDue = true
  }

  /// - Parameter limitBytes: of the bodies that wait to be written.
  init(limitBytes: Int) {
    self.limitBytes = limitBytes
  }

  /// Stages an entry; where there is no room it becomes a removal.
  ///
  /// A cache may forget, but not go back to an older version.
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
      // Of one version only the latest is of use, so that few are ever kept.
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
    // A disk that refused may have changed its mind.
    removal?.isDue = true
    serial += 1
    replace(key, with: StagedChange(kind: kind, identity: identity, serial: serial))
  }

  private mutating func replace(_ key: CacheKey, with new: StagedChange?) {
    bytes += (new?.bytes ?? 0) - (staged[key]?.bytes ?? 0)
    staged[key] = new
  }
}

// MARK: - The writer's side

extension StagingArea {
  /// The next work for the disk.
  enum Work: Sendable {
    case removeAll(serial: Int)
    case change(CacheKey, StagedChange)
  }

  /// Takes the keys that wait for the writer, in order; nil if there is nothing for it to do.
  ///
  /// Their changes stay visible to readers until they are settled.
  mutating func takeWaiting() -> [CacheKey]? {
    guard !waiting.isEmpty || removal?.isDue == true else { return nil }
    defer { waiting = [] }
    return waiting
  }

  /// The work that comes before all other, or else the work for one key; nil if there is none.
  func work(for key: CacheKey?) -> Work? {
    if let removal, removal.isDue { return .removeAll(serial: removal.serial) }
    guard let key, let change = staged[key], change.isWaiting else { return nil }
    return .change(key, change)
  }

  /// Lets readers see the disk again, unless another change came meanwhile.
  ///
  /// - Parameter isDone: false where the disk still has what it should not: that stays hidden.
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
    /// In the order in which they came; the writer sees which of them is of the version on the
    /// disk.
    case refresh([CacheMetadata])
    case remove
  }

  let kind: Kind
  let identity: String
  /// Tells this change from a later one of the same key.
  let serial: Int
  /// Whether the writer must still see to it.
  private(set) var isWaiting = true

  init(kind: Kind, identity: String, serial: Int) {
    self.kind = kind
    self.identity = identity
    self.serial = serial
  }

  var bytes: Int {
    if case .store(let data) = kind { data.bytes.count } else { 0 }
  }

  /// The change that hides an entry from readers that could not be removed from the disk.
  var hiding: StagedChange {
    var change = StagedChange(kind: .remove, identity: identity, serial: serial)
    change.isWaiting = false
    return change
  }
}
