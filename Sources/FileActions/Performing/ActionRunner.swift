import CacheFiles

/// Performs and undoes the steps of actions, each recorded in the journal before it begins.
struct ActionRunner {
  typealias GoesOn = (ActionProgress) -> Bool

  /// The most steps that are recorded at once, and so the most that a kill leaves to look at.
  private static let stepsAtOnce = 1_024
  /// The most times that files get other names.
  private static let mostRenamings = 3

  private let state: ActionState
  private let performer: StepPerformer
  private let progress: ProgressCount
  private var report: ActionReport

  init(
    _ state: ActionState, _ kind: ActionKind, files: Int, bytes: Int64, goesOn: @escaping GoesOn
  ) {
    self.state = state
    let progress = ProgressCount(
      ActionProgress(totalFiles: files, totalBytes: bytes), goesOn: goesOn)
    self.progress = progress
    performer = StepPerformer(state.system) { progress.goesOn(afterCopying: $0) }
    report = ActionReport(kind: kind)
  }

  /// Performs an action.
  ///
  /// - Throws: if it can't be recorded; nothing has changed then.
  mutating func perform(_ plan: ActionPlan, at date: Int) throws(ActionProblem) -> ActionReport {
    let batch = UInt64.random(in: 0...UInt64.max)
    let begin = JournalRecord.begin(
      batch: batch, kind: plan.kind, date: date, steps: plan.steps.count)
    try perform(plan.steps, of: batch, after: [begin])
    for _ in 0..<Self.mostRenamings {
      guard let again = renamed(plan, in: batch) else { break }
      try? perform(again.steps, of: batch)
    }
    // An action without an end is only looked at again by the next session.
    try? state.record([.end(batch: batch)], synchronized: true)
    return report
  }

  /// Plans anew for files whose new names were taken meanwhile, or equal another one on the volume.
  private mutating func renamed(_ plan: ActionPlan, in batch: UInt64) -> ActionPlan? {
    let taken = report.failures.filter { $0.problem == .taken }
    guard let request = plan.request, !taken.isEmpty, !report.isStopped,
      let last = state.history[batch]?.entries.last?.step.picture,
      let again = try? ActionPlanner.plan(
        ActionRequest(request.action, taken.map(\.path), pairs: .named), performer,
        state.trashes(), date: state.localTime(), firstPicture: last + 1)
    else { return nil }
    report.failures.removeAll { $0.problem == .taken }
    report.failures += again.refusals
    return again
  }

  /// Performs steps, in parts that are recorded before they begin.
  private mutating func perform(
    _ steps: [ActionStep], of batch: UInt64, after head: [JournalRecord] = []
  ) throws(ActionProblem) {
    let offset = state.history[batch]?.entries.count ?? 0
    var first = 0
    while first < steps.count, !report.isStopped {
      // The files of one picture are recorded together, so that a kill leaves none behind.
      var end = min(first + Self.stepsAtOnce, steps.count)
      while end < steps.count, steps[end].picture == steps[end - 1].picture { end += 1 }
      let record = JournalRecord.steps(
        batch: batch, first: offset + first, Array(steps[first..<end]))
      do throws(ActionProblem) {
        try state.record(first == 0 ? head + [record] : [record], synchronized: true)
      } catch {
        if offset + first == 0 { throw error }
        report.isStopped = true
        report.failures += steps[first...].map {
          ActionFailure(path: $0.from.path, problem: error)
        }
        break
      }
      run(Array(offset + first..<offset + end), of: batch, .done, else: .skipped) { $0.step }
      first = end
    }
  }

  /// Undoes steps of an action.
  ///
  /// - Throws: if that can't be recorded; nothing has changed then.
  mutating func undo(_ plan: UndoPlan) throws(ActionProblem) -> ActionReport {
    if !plan.refused.isEmpty {
      try state.record(plan.refused.map { .states(batch: plan.batch, $0..<$0 + 1, .undone) })
    }
    var rest = plan.steps[...]
    while !rest.isEmpty, !report.isStopped {
      let next = Array(rest.prefix(Self.stepsAtOnce))
      rest = rest.dropFirst(next.count)
      let begun = next.sorted().map {
        JournalRecord.states(batch: plan.batch, $0..<$0 + 1, .undoing)
      }
      do throws(ActionProblem) {
        try state.record(JournalRecord.joined(begun), synchronized: true)
      } catch {
        if rest.count + next.count == plan.steps.count { throw error }
        report.isStopped = true
        break
      }
      run(next, of: plan.batch, .undone, else: .done) { $0.step.reversed(from: $0.landed) }
    }
    return report
  }

  /// Performs steps that are recorded, and records their results.
  private mutating func run(
    _ numbers: [Int], of batch: UInt64, _ success: StepState, else failure: StepState,
    step: (ActionBatch.Entry) -> ActionStep
  ) {
    var results: [JournalRecord] = []
    var failedPicture: UInt32?
    for number in numbers {
      guard let entry = state.history[batch]?.entries[number] else { continue }
      let step = step(entry)
      var outcome: JournalRecord = .states(batch: batch, number..<number + 1, failure)
      do throws(ActionProblem) {
        // A sidecar stays with its picture.
        let isLeft = step.isSidecar && success == .done && step.picture == failedPicture
        guard !report.isStopped, !isLeft, progress.goesOn() else { throw .stopped }
        let landed = try performer.perform(step, part: PartName.of(number, in: batch))
        outcome =
          success == .done && landed != step.identity
          ? .landed(batch: batch, step: number, landed)
          : .states(batch: batch, number..<number + 1, success)
        add(step)
      } catch {
        let isLeft = step.isSidecar && step.picture == failedPicture
        failedPicture = step.picture
        if error.concernsAllFiles, !isLeft { report.isStopped = true }
        if error != .stopped {
          report.failures.append(ActionFailure(path: step.from.path, problem: error))
        }
      }
      progress.finish(step)
      results.append(outcome)
    }
    finish(results)
  }

  private mutating func finish(_ results: [JournalRecord]) {
    do throws(ActionProblem) {
      try performer.synchronize()
    } catch {
      // The names are changed, so the steps count; but the disk may not keep them.
      report.isStopped = true
      report.failures.append(ActionFailure(path: [], problem: error))
    }
    state.recordResults(JournalRecord.joined(results))
  }

  private mutating func add(_ step: ActionStep) {
    if step.isSidecar {
      report.sidecars += 1
    } else {
      report.pictures.append((step.from.path, step.to.path))
    }
  }
}

/// The name of an unfinished copy, which no other program uses.
enum PartName {
  static func of(_ step: Int, in batch: UInt64) -> [UInt8] {
    Array(".filmstrip-\(String(batch, radix: 16))-\(step).part".utf8)
  }
}

/// Counts what is done, and asks whether to go on.
private final class ProgressCount {
  private var progress: ActionProgress
  private let ask: ActionRunner.GoesOn

  init(_ progress: ActionProgress, goesOn: @escaping ActionRunner.GoesOn) {
    self.progress = progress
    ask = goesOn
  }

  func goesOn(afterCopying bytes: Int64 = 0) -> Bool {
    var now = progress
    now.bytes += bytes
    return ask(now)
  }

  func finish(_ step: ActionStep) {
    progress.files += 1
    progress.bytes += step.identity.bytes
  }
}

extension JournalRecord {
  /// Joins records of neighboring steps with equal states.
  static func joined(_ records: [JournalRecord]) -> [JournalRecord] {
    records.reduce(into: []) { joined, record in
      if case .states(let batch, let range, let state) = record,
        case .states(batch, let last, state)? = joined.last,
        last.upperBound == range.lowerBound || range.upperBound == last.lowerBound
      {
        let start = min(last.lowerBound, range.lowerBound)
        let end = max(last.upperBound, range.upperBound)
        joined[joined.count - 1] = .states(batch: batch, start..<end, state)
      } else {
        joined.append(record)
      }
    }
  }
}
