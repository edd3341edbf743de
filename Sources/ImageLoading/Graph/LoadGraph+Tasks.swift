import FoundationEssentials
import Raster

/// What tasks want.
extension LoadGraph {
  /// Answers a task whose picture was in memory.
  mutating func answer(_ task: TaskClaim, with image: PixelImage) {
    counters.requested += 1
    counters.memoryHits += 1
    var trace = LoadTrace(url: task.request.url, startedAt: time.elapsed)
    trace.source = .memory
    actions.append(.report(.record(trace)))
    actions.append(.report(.deliver(task.id, .success(.picture(image)), trace)))
  }

  /// Ends a task without any load: it is unusable, or was canceled before it got here.
  mutating func refuse(_ task: TaskClaim, _ error: ImageError) {
    counters.requested += 1
    let result = Result<LoadOutput, ImageError>.failure(error)
    let trace = LoadTrace(url: task.request.url, startedAt: time.elapsed)
      .ended(at: time.elapsed, result)
    conclude(trace, result)
    actions.append(.report(.deliver(task.id, result, trace)))
  }

  /// Takes a task whose picture is not in memory.
  ///
  /// - Parameter base: the picture in memory that its picture can be made from.
  mutating func join(_ task: TaskClaim, _ urgency: Urgency, from base: PictureBase? = nil) {
    do throws(ImageError) {
      if isInvalidated { throw .invalidated }
      _ = try ByteSource(of: task.request.url)
      try task.request.address.headers?.check()
    } catch {
      return refuse(task, error)
    }
    let key = task.key(with: setup.limits)
    let (id, isNew) = subscribe(.task(task.id), urgency, to: key)
    if loads.known(id)?.taskCount == 0 { counters.requested += 1 }
    loads.add(task, waitingFor: id)
    if isNew {
      start(id, from: base)
    } else if var load = loads.known(id), let bytes = load.bytes {
      // They came before the task did.
      let result = Result<LoadOutput, ImageError>.success(.bytes(bytes))
      load.trace = load.trace.ended(at: time.elapsed, result)
      conclude(load.trace, result)
      loads.change(id) { $0.taskCount = 0 }
      hand(result, to: .task(task.id), from: load)
    }
    tellProgress(to: task)
  }

  /// Removes a canceled task: its load stops if it was the last one.
  ///
  /// - Parameter chanceOfReturn: how likely its caller is to want it again; nil if the caller did
  ///   not say.
  mutating func leave(_ task: TaskID, chanceOfReturn: Double? = nil) {
    guard let (claim, id) = loads.forget(task), let load = loads.known(id) else { return }
    let result = Result<LoadOutput, ImageError>.failure(.cancelled)
    var trace = load.trace.ended(at: time.elapsed, result)
    if load.audience.consists(of: .task(task)), let own = loads.ownWork(for: load),
      own.isTransferring
    {
      trace.bytes = transfers[own.id]?.download.fetchedBytes ?? 0
    }
    actions.append(.report(.deliver(task, result, trace)))
    let isKept = keepsWhatComes(for: claim)
    loads.change(id) { load in
      load.taskCount -= 1
      if let chanceOfReturn, isKept { load.note(chanceOfReturn: chanceOfReturn) }
    }
    if load.taskCount == 1 { conclude(trace, result) }
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
