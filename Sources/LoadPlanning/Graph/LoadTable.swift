import FoundationEssentials
import ImageRequests

/// The loads of a graph by identifier and by key, and their dependencies.
///
/// A missing load that must exist is a bug of the graph: debug builds trap, and name the event.
struct LoadTable: Sendable {
  private var loads: [LoadID: Load] = [:]
  private var ids: [LoadKey: LoadID] = [:]
  private var claims: [TaskID: (claim: TaskClaim, load: LoadID)] = [:]
  private var lastID: LoadID = 0
  /// The bytes held by finished loads.
  private(set) var held = BodyBytes()
  private(set) var reloads = ReloadMarks()

  var isEmpty: Bool { loads.isEmpty }

  subscript(id: LoadID) -> Load? { loads[id] }

  /// The load with this key; nil if a reload has outdated it, so that it serves its current subscribers only.
  subscript(key: LoadKey) -> LoadID? {
    ids[key].flatMap { id in loads[id].map(isOutdated) == true ? nil : id }
  }

  /// Returns a load that must exist.
  func known(_ id: LoadID, _ event: StaticString = #function) -> Load? {
    loads.known(id, event)
  }

  /// Changes a load that must exist.
  mutating func change(
    _ id: LoadID, _ event: StaticString = #function, _ change: (inout Load) -> Void
  ) {
    loads.change(id, event, change)
  }

  /// Returns a new identifier, for a load or for a job beside one.
  mutating func makeID() -> LoadID {
    lastID += 1
    return lastID
  }

  /// Adds a load with `member` as its first subscriber.
  mutating func add(
    _ key: LoadKey, for member: Subscriber, _ urgency: Urgency, at now: Duration
  ) -> LoadID {
    let id = makeID()
    ids[key] = id
    loads[id] = Load(id, key, at: now, for: member, urgency)
    return id
  }

  /// Marks a load as done with this output, which it holds until it is removed.
  mutating func settle(_ id: LoadID, with output: LoadOutput) {
    loads.change(id) { load in
      load.stage = .done(output)
      held.add(output.byteCount, isSpeculative: load.urgency.priority.isSpeculative)
    }
  }

  /// Sets the urgency of a load and of the bytes that it holds.
  mutating func setUrgency(_ urgency: Urgency, of id: LoadID) {
    loads.change(id) { load in
      let bytes = load.output?.byteCount ?? 0
      held.add(-bytes, isSpeculative: load.urgency.priority.isSpeculative)
      load.urgency = urgency
      held.add(bytes, isSpeculative: urgency.priority.isSpeculative)
    }
  }

  /// Marks the current loads of an address as outdated, because a reload has brought a new version.
  mutating func markReload(of address: PictureAddress) {
    reloads.markReloaded(address, upTo: lastID, among: loads.keys)
  }

  /// Whether a reload has brought a newer version than this load's, which then must not be cached.
  func isOutdated(_ load: Load) -> Bool { reloads.isOutdated(load) }

  mutating func remove(_ load: Load) {
    guard let load = loads.removeValue(forKey: load.id) else { return }
    held.add(-(load.output?.byteCount ?? 0), isSpeculative: load.urgency.priority.isSpeculative)
    if ids[load.key] == load.id { ids[load.key] = nil }
  }

  /// Removes a subscriber from a load, if both exist; returns the load without it.
  mutating func remove(_ member: Subscriber, from id: LoadID) -> Load? {
    guard let index = loads.index(forKey: id), loads.values[index].audience.remove(member) else {
      return nil
    }
    return loads.values[index]
  }
}

// MARK: - Tasks

extension LoadTable {
  var tasks: Dictionary<TaskID, (claim: TaskClaim, load: LoadID)>.Keys { claims.keys }

  /// The load that a task waits for; nil after it was answered or has left.
  func load(of task: TaskID) -> LoadID? { claims[task]?.load }

  /// Records the load that a waiter waits for.
  mutating func link(_ waiter: Waiter, to id: LoadID) {
    switch waiter {
    case .task(let claim):
      claims[claim.id] = (claim, id)
      change(id) { $0.taskCount += 1 }
    case .load(let user, let fallback):
      change(user) { load in
        load.stage = .waiting
        load.source = id
        load.fallback = fallback
      }
    }
  }

  /// Removes the claim of a task, but not the task from its load's audience.
  @discardableResult
  mutating func forget(_ task: TaskID) -> (claim: TaskClaim, load: LoadID)? {
    claims.removeValue(forKey: task)
  }

  /// The tasks that wait for a load, directly or through other loads.
  func tasks(waitingFor id: LoadID) -> [TaskClaim] {
    guard let load = loads[id] else { return [] }
    return load.audience.members.flatMap { member in
      switch member {
      case .task(let task): claims[task].map { [$0.claim] } ?? []
      case .load(let id): tasks(waitingFor: id)
      }
    }
  }
}

// MARK: - Relations between loads

extension LoadTable {
  /// The loads that wait for a load.
  private func users(of id: LoadID) -> [Load] {
    guard let load = loads[id] else { return [] }
    return load.audience.members.compactMap { member in
      if case .load(let user) = member { known(user) } else { nil }
    }
  }

  /// The pictures that are made from a transfer's bytes.
  func pictures(of transfer: LoadID) -> [Load] {
    users(of: transfer).flatMap { users(of: $0.id) }
  }

  /// The load whose output another load waits for or uses.
  func source(of load: Load) -> Load? { load.source.flatMap { loads[$0] } }

  /// The transfer that a load is, or waits for directly or through others.
  func transfer(below load: Load) -> LoadID? {
    load.isTransferring ? load.id : source(of: load).flatMap { transfer(below: $0) }
  }

  /// The work done for this load alone: the load itself or a source that it shares with no other.
  func ownWork(for load: Load) -> Load? {
    if load.isTransferring || load.isWorking { return load }
    guard let source = source(of: load), source.audience.consists(of: .load(load.id)) else {
      return nil
    }
    return ownWork(for: source)
  }
}

// MARK: - Required values

extension Dictionary where Key == LoadID {
  /// Returns a value that must exist; otherwise, debug builds trap and name the event.
  func known(_ id: LoadID, _ event: StaticString = #function) -> Value? {
    let value = self[id]
    assert(value != nil, "\(event): there is no \(Value.self) \(id)")
    return value
  }

  /// Changes a value that must exist.
  mutating func change(
    _ id: LoadID, _ event: StaticString = #function, _ change: (inout Value) -> Void
  ) {
    guard let index = index(forKey: id) else {
      return assertionFailure("\(event): there is no \(Value.self) \(id)")
    }
    change(&values[index])
  }
}
