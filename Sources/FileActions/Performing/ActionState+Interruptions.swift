/// An action that a kill interrupted, as it is now.
package struct InterruptedAction: Equatable, Sendable, CustomStringConvertible {
  package let kind: ActionKind
  /// Whether its undo was interrupted.
  package let isUndo: Bool
  /// The files that were acted on, or brought back, some of them only now.
  package internal(set) var completed = 0
  /// The files that are as they were before.
  package internal(set) var untouched = 0
  /// The files on volumes that are not there now; the next session looks again.
  package internal(set) var unknown = 0

  package var description: String {
    let action =
      switch kind {
      case .trash: "moving files to the trash"
      case .move: "moving files"
      case .copy: "copying files"
      case .restore: "restoring files"
      }
    let missing = unknown == 0 ? "" : ", \(unknown) on a volume that is not here"
    return "\(isUndo ? "undoing: " : "")\(action) was interrupted: \(completed) done, "
      + "\(untouched) not\(missing); u undoes"
  }
}

extension ActionState {
  /// Completes or reverts what a kill has left half done.
  func settleInterruptions() -> [InterruptedAction] {
    history.batches.compactMap { batch in
      let open = batch.entries.indices.filter { batch.entries[$0].state.isOpen }
      return batch.isEnded && open.isEmpty ? nil : settle(batch, open)
    }
  }

  private func settle(_ batch: ActionBatch, _ open: [Int]) -> InterruptedAction {
    let performer = StepPerformer(system)
    let isUndo = open.contains { batch.entries[$0].state == .undoing }
    var settled: [Int: FileIdentity?] = [:]
    for number in open {
      let step = step(number, of: batch)
      let part = PartName.of(number, in: batch.id)
      do throws(ActionProblem) {
        settled[number] = .some(try StepRecovery(performer).settle(step, part: part))
      } catch {
        // It stays open.
      }
    }
    completePictures(of: batch, &settled, performer)
    guard (try? performer.synchronize()) != nil else {
      return interruption(batch, isUndo, open.count)
    }
    var records: [JournalRecord] = []
    for (number, landed) in settled.sorted(by: { $0.key < $1.key }) {
      records += results(of: number, in: batch, landed)
    }
    if settled.count == open.count { records.append(.end(batch: batch.id)) }
    recordResults(JournalRecord.joined(records), synchronized: true)
    return interruption(history[batch.id] ?? batch, isUndo, open.count - settled.count)
  }

  /// Performs the remaining steps of pictures of which a kill has left some files behind.
  private func completePictures(
    of batch: ActionBatch, _ settled: inout [Int: FileIdentity?], _ performer: StepPerformer
  ) {
    let begun = Set(
      settled.compactMap { $0.value == nil ? nil : batch.entries[$0.key].step.picture })
    for (number, landed) in settled where landed == nil {
      let step = step(number, of: batch)
      guard begun.contains(step.picture) else { continue }
      let part = PartName.of(number, in: batch.id)
      settled[number] = .some(try? performer.perform(step, part: part))
    }
  }

  private func step(_ number: Int, of batch: ActionBatch) -> ActionStep {
    let entry = batch.entries[number]
    return entry.state == .undoing ? entry.step.reversed(from: entry.landed) : entry.step
  }

  private func results(
    of number: Int, in batch: ActionBatch, _ landed: FileIdentity?
  ) -> [JournalRecord] {
    let range = number..<number + 1
    if batch.entries[number].state == .undoing {
      return [.states(batch: batch.id, range, landed == nil ? .done : .undone)]
    }
    guard let landed else { return [.states(batch: batch.id, range, .skipped)] }
    return landed == batch.entries[number].step.identity
      ? [.states(batch: batch.id, range, .done)]
      : [.landed(batch: batch.id, step: number, landed)]
  }

  private func interruption(
    _ batch: ActionBatch, _ isUndo: Bool, _ unknown: Int
  ) -> InterruptedAction {
    let done = batch.entries.count { $0.state == .done }
    let completed = isUndo ? batch.entries.count { $0.state == .undone } : done
    let all = isUndo ? completed + done : max(batch.stepCount - unknown, done)
    return InterruptedAction(
      kind: batch.kind, isUndo: isUndo, completed: completed, untouched: all - completed,
      unknown: unknown)
  }
}
