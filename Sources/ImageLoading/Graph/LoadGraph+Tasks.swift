import FoundationEssentials
import Raster

/// What tasks want.
extension LoadGraph {
  /// Ends a task without any load: it is unusable, or was canceled before it got here.
  mutating func refuse(_ task: TaskClaim, _ error: ImageError) {
    outbox.refuse(task, error, at: time.elapsed)
  }

  /// Takes a task, and answers it at once if its picture is in memory.
  ///
  /// - Parameter base: the picture in memory that its picture is or can be made from.
  mutating func join(_ task: TaskClaim, _ urgency: Urgency, from base: PictureBase? = nil) {
    if let base, base.processorCount == task.request.steps.count {
      return outbox.answer(task, with: base.image, at: time.elapsed)
    }
    if let error = isInvalidated ? .invalidated : task.problem { return refuse(task, error) }
    subscribe(.task(task), urgency, to: task.key(with: rules.pictures.limits), from: base)
    // The task may have been answered, or have joined a load that has got far.
    if task.wantsUpdates, let load = loads.load(of: task.id).flatMap({ loads.known($0) }),
      let progress = work.progress(below: load, loads)
    {
      outbox.report(.progress(progress), to: CollectionOfOne(task))
    }
  }

  /// Removes a canceled task: its load stops if it was the last one.
  mutating func leave(_ task: TaskID) {
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

  /// Changes how urgent a task is.
  mutating func reprioritize(_ task: TaskID, _ urgency: Urgency) {
    guard let id = loads.load(of: task) else { return }
    setUrgency(urgency, of: .task(task), on: id)
  }

  /// Cancels every task.
  mutating func leaveAll() {
    for task in loads.tasks { leave(task) }
  }

  /// Cancels every task, and refuses every later one.
  mutating func invalidate() {
    isInvalidated = true
    leaveAll()
  }
}
