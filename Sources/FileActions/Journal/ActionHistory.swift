/// The actions that can be undone, as the journal tells them.
struct ActionHistory: Equatable {
  /// The most actions and steps to keep; the last action is always kept.
  static let mostBatches = 10_000
  static let mostSteps = 100_000
  /// The most steps of one record.
  static let stepsOfRecord = 1024

  /// The actions, oldest first.
  private(set) var batches: [ActionBatch] = []

  init() {}

  init(_ records: [JournalRecord]) {
    for record in records { apply(record) }
  }

  mutating func apply(_ record: JournalRecord) {
    switch record {
    case .begin(let id, let kind, let date, let steps):
      batches.append(ActionBatch(id: id, kind: kind, date: date, stepCount: steps))
    case .steps(let id, let first, let steps): change(id) { $0.insert(steps, at: first) }
    case .states(let id, let range, let state):
      change(id) { $0.set(range, state) }
    case .landed(let id, let step, let identity):
      change(id) { $0.setDone(step, identity) }
    case .end(let id): change(id) { $0.isEnded = true }
    }
  }

  /// Forgets actions without steps to undo, and the oldest beyond the limits.
  mutating func prune() {
    batches.removeAll { batch in batch.isEnded && !batch.entries.contains { $0.state.isPresent } }
    var (steps, kept) = (0, 0)
    for batch in batches.reversed() {
      steps += batch.entries.count
      guard kept == 0 || steps <= Self.mostSteps && kept < Self.mostBatches else { break }
      kept += 1
    }
    batches.removeFirst(batches.count - kept)
  }

  /// Takes over the actions of another session, by date.
  mutating func merge(_ other: ActionHistory) {
    let known = Set(batches.map(\.id))
    batches += other.batches.filter { !known.contains($0.id) }
    // The sort is stable, so actions of the same second stay in order.
    batches.sort { $0.date < $1.date }
  }

  /// The last action with files that it changed.
  var last: ActionBatch? { batches.last { $0.entries.contains { $0.state.isPresent } } }

  subscript(id: UInt64) -> ActionBatch? { batches.last { $0.id == id } }

  private mutating func change(_ id: UInt64, _ body: (inout ActionBatch) -> Void) {
    guard let index = batches.lastIndex(where: { $0.id == id }) else { return }
    body(&batches[index])
  }

  /// The records of a journal with this history only.
  var records: [JournalRecord] { batches.flatMap(\.records) }
}

/// One action: what a person undoes at once.
struct ActionBatch: Equatable {
  struct Entry: Equatable {
    var step: ActionStep
    var state: StepState
    /// The file after the step.
    var landed: FileIdentity
  }

  let id: UInt64
  let kind: ActionKind
  /// The time in seconds since 1970.
  let date: Int
  /// The number of steps that were planned, of which some may never have begun.
  let stepCount: Int
  fileprivate(set) var entries: [Entry] = []
  fileprivate(set) var isEnded = false

  fileprivate init(id: UInt64, kind: ActionKind, date: Int, stepCount: Int) {
    self.id = id
    self.kind = kind
    self.date = date
    self.stepCount = stepCount
  }

  fileprivate mutating func insert(_ steps: [ActionStep], at first: Int) {
    guard first <= entries.count else { return }
    let new = steps.map { Entry(step: $0, state: .begun, landed: $0.identity) }
    entries.replaceSubrange(first..<min(first + steps.count, entries.count), with: new)
  }

  fileprivate mutating func set(_ range: Range<Int>, _ state: StepState) {
    for index in range.clamped(to: entries.indices) { entries[index].state = state }
  }

  fileprivate mutating func setDone(_ index: Int, _ landed: FileIdentity) {
    guard entries.indices.contains(index) else { return }
    entries[index].state = .done
    entries[index].landed = landed
  }

  fileprivate var records: [JournalRecord] {
    var records: [JournalRecord] = [
      .begin(batch: id, kind: kind, date: date, steps: stepCount)
    ]
    for first in stride(from: 0, to: entries.count, by: ActionHistory.stepsOfRecord) {
      let steps = entries[first...].prefix(ActionHistory.stepsOfRecord).map(\.step)
      records.append(.steps(batch: id, first: first, steps))
    }
    for (index, entry) in entries.enumerated() where entry.landed != entry.step.identity {
      records.append(.landed(batch: id, step: index, entry.landed))
    }
    records += stateRecords(of: entries.indices)
    return isEnded ? records + [.end(batch: id)] : records
  }

  /// The states of steps, in one record for each run of equal ones.
  func stateRecords(of indices: some Sequence<Int>) -> [JournalRecord] {
    var runs: [(range: Range<Int>, state: StepState)] = []
    for index in indices.sorted() {
      let state = entries[index].state
      if let last = runs.last, last.range.upperBound == index, last.state == state {
        runs[runs.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        runs.append((index..<index + 1, state))
      }
    }
    return runs.map { .states(batch: id, $0.range, $0.state) }
  }
}

extension StepState {
  /// Whether a kill may have left the step half done.
  var isOpen: Bool { self == .begun || self == .undoing }
  /// Whether the step can still be undone, or may be.
  var isPresent: Bool { self == .done || isOpen }
}
