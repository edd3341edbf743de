import FoundationEssentials
import ImageRequests
import Raster

/// Tasks that join, leave and change their urgency.
extension LoadGraph {
  /// Fails a task without starting a load, because it is invalid or already canceled.
  package mutating func refuse(_ task: TaskClaim, _ error: ImageError) {
    outbox.refuse(task, error, at: time.elapsed)
  }

  /// Adds a task; answers it immediately if its picture is in memory.
  ///
  /// - Parameter base: the task's picture in memory, or one that it can be made from.
  package mutating func join(_ task: TaskClaim, _ urgency: Urgency, from base: PictureBase? = nil) {
    if let base, base.processorCount == task.request.steps.count {
      return outbox.answer(task, with: base.image, at: time.elapsed)
    }
    if let error = isInvalidated ? .invalidated : task.problem { return refuse(task, error) }
    subscribe(.task(task), urgency, to: task.key(with: rules.pictures.limits), from: base)
    // The task may have joined a load that already has progress to report.
    if task.wantsUpdates, let load = loads.load(of: task.id).flatMap({ loads.known($0) }),
      let progress = work.progress(below: load, loads)
    {
      outbox.report(.progress(progress), to: CollectionOfOne(task))
    }
  }

  /// Removes a canceled task; its load stops if no other subscriber is left.
  package mutating func leave(_ task: TaskID) {
    guard let (_, id) = loads.forget(task), let load = loads.known(id) else { return }
    let result = Result<LoadOutput, ImageError>.failure(.cancelled)
    var trace = load.trace.ended(at: time.elapsed, result)
    if load.audience.consists(of: .task(task)), let bytes = work.fetchedBytes(for: load, loads) {
      trace.bytes = bytes
    }
    outbox.deliver(result, trace, to: task)
    loads.change(id) { $0.taskCount -= 1 }
    if load.taskCount == 1 { outbox.conclude(trace, result) }
    unsubscribe(.task(task), from: id)
  }

  package mutating func reprioritize(_ task: TaskID, _ urgency: Urgency) {
    guard let id = loads.load(of: task) else { return }
    setUrgency(urgency, of: .task(task), on: id)
  }

  /// Cancels every task.
  package mutating func leaveAll() {
    for task in loads.tasks { leave(task) }
  }

  /// Cancels every task, and refuses later ones.
  package mutating func invalidate() {
    isInvalidated = true
    leaveAll()
  }
}
