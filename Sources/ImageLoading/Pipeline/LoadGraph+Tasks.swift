import FoundationEssentials
import Raster

/// What tasks want.
extension LoadGraph {
  /// A task's picture was in memory.
  mutating func answer(_ task: ImageTask, with image: PixelImage) {
    counters.requested += 1
    counters.memoryHits += 1
    var trace = LoadTrace(url: task.request.url, startedAt: time.elapsed)
    trace.source = .memory
    actions.append(.record(trace))
    actions.append(.deliver(task, .success(.picture(image)), trace))
  }

  /// A task ends without any load: it is unusable, or was cancelled before it got here.
  mutating func refuse(_ task: ImageTask, _ error: ImageError) {
    counters.requested += 1
    let result = Result<LoadOutput, ImageError>.failure(error)
    let trace = LoadTrace(url: task.request.url, startedAt: time.elapsed)
      .ended(at: time.elapsed, result)
    conclude(trace, result)
    actions.append(.deliver(task, result, trace))
  }

  /// A task wants what is not in memory.
  mutating func join(_ task: ImageTask) {
    do throws(ImageError) {
      if isInvalidated { throw .invalidated }
      _ = try ByteSource(of: task.request.url)
      try task.request.address.headers?.check()
    } catch {
      return refuse(task, error)
    }
    let key = task.key(with: setup.limits)
    let (id, isNew) = subscribe(.task(task), task.urgency(at: time.elapsed), to: key)
    if loads[id]?.taskCount == 0 { counters.requested += 1 }
    loads[id]?.taskCount += 1
    loadsOfTasks[task] = id
    if isNew {
      start(id)
    } else if var load = loads[id], let bytes = load.bytes {
      // They came before the task did.
      let result = Result<LoadOutput, ImageError>.success(.bytes(bytes))
      load.trace = load.trace.ended(at: time.elapsed, result)
      conclude(load.trace, result)
      loads[id]?.taskCount = 0
      hand(result, to: .task(task), from: load)
    }
    tellProgress(to: task)
  }

  /// A task has been cancelled: the load stops if it was the last one.
  mutating func leave(_ task: ImageTask) {
    guard let id = loadsOfTasks.removeValue(forKey: task), let load = loads[id] else { return }
    let result = Result<LoadOutput, ImageError>.failure(.cancelled)
    var trace = load.trace.ended(at: time.elapsed, result)
    if load.audience.consists(of: .task(task)), let own = ownWork(for: load), own.isTransferring {
      trace.bytes = transfers[own.id]?.download.fetchedBytes ?? 0
    }
    actions.append(.deliver(task, result, trace))
    loads[id]?.taskCount -= 1
    if let chance = task.chanceOfReturn, keepsWhatComes(for: task) {
      loads[id]?.note(chanceOfReturn: chance)
    }
    if load.taskCount == 1 { conclude(trace, result) }
    unsubscribe(.task(task), from: id)
  }

  /// A task has become more or less urgent.
  mutating func reprioritize(_ task: ImageTask) {
    guard let id = loadsOfTasks[task] else { return }
    setUrgency(task.urgency(at: time.elapsed), of: .task(task), on: id)
  }

  /// Every task is cancelled.
  mutating func leaveAll() {
    for task in loadsOfTasks.keys { leave(task) }
  }

  /// Every task is cancelled, and every later one refused.
  mutating func invalidate() {
    isInvalidated = true
    leaveAll()
  }
}

extension ImageTask {
  /// The load that brings what it wants.
  fileprivate func key(with limits: ImageLimits) -> LoadKey {
    switch wanted {
    case .picture: .picture(request)
    case .bytes:
      .bytes(
        BytesKey(
          address: request.address, cachePolicy: request.cachePolicy,
          limits: request.limits ?? limits))
    }
  }
}
