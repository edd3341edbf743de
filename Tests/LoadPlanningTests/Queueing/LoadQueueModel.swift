import ImageRequests

@testable import LoadPlanning

/// A model of the load queue: one list, searched every time.
struct LoadQueueModel {
  private struct Entry {
    let id: Int
    let host: String
    var priority: ImagePriority
    var visibleAt: Duration
    var isRunning = false
    var bytes = 0

    func isBefore(_ other: Entry) -> Bool {
      priority == other.priority ? visibleAt < other.visibleAt : priority > other.priority
    }
  }

  var limits: LoadQueue<Int>.Limits
  var held = BodyBytes()
  var isSuspended = false
  private var entries: [Entry] = []
  private var times: [String: HostTimes] = [:]
  private var multiplexed: Set<String> = []

  init(limits: LoadQueue<Int>.Limits) { self.limits = limits }

  var waitingCount: Int { entries.count { !$0.isRunning } }
  var runningCount: Int { entries.count { $0.isRunning } }

  mutating func enqueue(_ id: Int, host: String, priority: ImagePriority, visibleAt: Duration) {
    if entries.contains(where: { $0.id == id }) { return }
    entries.append(Entry(id: id, host: host, priority: priority, visibleAt: visibleAt))
  }

  mutating func setPriority(_ priority: ImagePriority, of id: Int) {
    for index in entries.indices where entries[index].id == id {
      entries[index].priority = priority
    }
  }

  mutating func setVisibleAt(_ visibleAt: Duration, of id: Int) {
    for index in entries.indices where entries[index].id == id {
      entries[index].visibleAt = visibleAt
    }
  }

  mutating func note(received: Int, _ id: Int) {
    for index in entries.indices where entries[index].id == id && entries[index].isRunning {
      entries[index].bytes = received
    }
  }

  mutating func remove(_ id: Int) { entries.removeAll { $0.id == id } }

  mutating func abandon(_ id: Int, _ standing: TransferStanding?) -> Abandonment {
    guard let entry = entries.first(where: { $0.id == id }), entry.isRunning else {
      remove(id)
      return .forgotten
    }
    let speculative = entries.filter { $0.isRunning && $0.priority < .normal && $0.id != id }
    let neighbors = speculative.count { $0.host == entry.host }
    let hasRoom =
      speculativeTaken(by: speculative) < speculationLimit
      && neighbors < max(1, limits.perHost - 1) || neighbors < width(of: entry.host) - 1
    let times = times[entry.host] ?? HostTimes()
    let isWorthIt = standing?.isWorthFinishing(from: times)
    guard isWorthIt == true, entry.priority < .normal || hasRoom else {
      remove(id)
      return .cancel
    }
    setPriority(.veryLow, of: id)
    return .finish
  }

  mutating func recordFirstByte(after time: Duration, from host: String) {
    times[host, default: HostTimes()].recordFirstByte(after: time)
  }

  mutating func recordMultiplexing(_ isMultiplexed: Bool, from host: String) {
    if isMultiplexed { multiplexed.insert(host) } else { multiplexed.remove(host) }
  }

  mutating func next() -> Int? {
    // `min` returns the first of equals.
    guard !isSuspended,
      inHandBytes < limits.bytesInHand || onScreenBytes < limits.bytesInHand / 3,
      let id = entries.filter({ mayStart($0) }).min(by: { $0.isBefore($1) })?.id
    else { return nil }
    for index in entries.indices where entries[index].id == id { entries[index].isRunning = true }
    return id
  }

  private var inHandBytes: Int { entries.reduce(held.total) { $0 + $1.bytes } }

  private var onScreenBytes: Int {
    entries.filter { $0.priority >= .normal }.reduce(held.onScreen) { $0 + $1.bytes }
  }

  private var speculationLimit: Int {
    min(limits.speculation ?? limits.total, max(1, limits.total - 1))
  }

  /// The streams up to which speculation starts.
  private func width(of host: String) -> Int {
    guard multiplexed.contains(host), limits.speculation == nil else { return 0 }
    return min(limits.streamsPerHost / 2, 16)
  }

  /// The slots that speculation takes; a host takes no more than its own.
  private func speculativeTaken(by speculative: [Entry]) -> Int {
    Dictionary(grouping: speculative, by: \.host).reduce(0) { sum, host in
      sum + min(host.value.count, max(1, limits.perHost - 1))
    }
  }

  private func mayStart(_ entry: Entry) -> Bool {
    if entry.isRunning { return false }
    let running = entries.filter(\.isRunning)
    let neighbors = running.filter { $0.host == entry.host }
    let isSpeculative = entry.priority < .normal
    let ahead = neighbors.count { $0.priority < .normal }
    let isHeld =
      isSpeculative
      && (3 * inHandBytes >= 2 * limits.bytesInHand
        || entries.contains { !$0.isRunning && $0.priority >= .normal })
    let hasSlot =
      neighbors.count < limits.perHost && (!isSpeculative || ahead < max(1, limits.perHost - 1))
    if multiplexed.contains(entry.host), !hasSlot {
      let width = width(of: entry.host)
      return isSpeculative
        ? !isHeld && neighbors.count < width && ahead < width - 1
        : neighbors.count < limits.streamsPerHost
    }
    let taken = Dictionary(grouping: running, by: \.host).map { min($1.count, limits.perHost) }
    guard taken.reduce(0, +) < limits.total, hasSlot, !isHeld else { return false }
    return !isSpeculative
      || speculativeTaken(by: running.filter { $0.priority < .normal }) < speculationLimit
  }
}

extension BodyBytes {
  static func onScreen(_ bytes: Int) -> Self { Self(bytes, isSpeculative: false) }

  static func speculative(_ bytes: Int) -> Self { Self(bytes, isSpeculative: true) }

  private init(_ bytes: Int, isSpeculative: Bool) {
    self.init()
    add(bytes, isSpeculative: isSpeculative)
  }
}
