import FoundationEssentials
import ImageDecoding
import Raster

/// What tasks are told while they wait.
extension LoadGraph {
  /// Often enough for an eye, seldom enough to cost nothing.
  private static let reportInterval = Duration.milliseconds(50)

  mutating func reportProgress(of id: LoadID) {
    guard let state = transfers[id] else { return }
    if let last = state.reportedAt, time.elapsed - last < Self.reportInterval { return }
    transfers[id]?.reportedAt = time.elapsed
    tell(.progress(state.download.progress), toThoseWaitingFor: id)
  }

  /// Tells somebody who has just come how far what it waits for has got.
  mutating func tellProgress(to task: ImageTask) {
    guard task.wantsUpdates, let load = loadsOfTasks[task].flatMap({ loads[$0] }),
      let progress = transfer(below: load)?.download.progress, progress.receivedBytes > 0
    else { return }
    actions.append(.update(task, .progress(progress)))
  }

  /// The transfer that a load waits for, perhaps through others.
  private func transfer(below load: Load) -> TransferState? {
    if load.isTransferring { return transfers[load.id] }
    return load.source.flatMap { loads[$0] }.flatMap { transfer(below: $0) }
  }

  /// Tells only those that want to see one.
  mutating func tellPreview(_ preview: ImagePreview, toThoseWaitingFor id: LoadID) {
    for task in tasks(waitingFor: id) where task.wantsPreviews {
      actions.append(.update(task, .preview(preview)))
    }
  }

  mutating func tell(_ update: ImageTask.Update, toThoseWaitingFor id: LoadID) {
    for task in tasks(waitingFor: id) where task.wantsUpdates {
      actions.append(.update(task, update))
    }
  }

  /// The tasks that wait for a load, directly or through others.
  func tasks(waitingFor id: LoadID) -> [ImageTask] {
    guard let load = loads[id] else { return [] }
    return load.audience.members.flatMap { member in
      switch member {
      case .task(let task): [task]
      case .load(let id): tasks(waitingFor: id)
      }
    }
  }
}

// MARK: - Coarse pictures

extension LoadGraph {
  /// Has what has come so far decoded, where that gives something to look at.
  ///
  /// One preview of a transfer is decoded at a time, after all whole pictures of its priority's level:
  /// whoever comes too late is simply not made.
  mutating func preview(_ id: LoadID) {
    guard let state = transfers[id], state.previewJob == nil, let urgency = loads[id]?.urgency,
      !urgency.priority.isSpeculative, let request = listeningPicture(of: id)
    else { return }
    let isDue =
      transfers[id]?.previews.next(
        state.download.bytes, expectedBytes: state.download.expectedBytes, at: time.elapsed)
      ?? false
    guard isDue else { return }
    let job = makeID()
    transfers[id]?.previewJob = job
    let later = Urgency(.low, visibleAt: urgency.visibleAt)
    actions.append(.preview(request, job, state.download.bytes, later, transfer: id))
  }

  /// A coarse picture has been made, or cannot be.
  mutating func previewed(
    _ id: LoadID, _ job: LoadID, _ request: ImageRequest, _ preview: ImagePreview?
  ) {
    guard transfers[id]?.previewJob == job else { return }
    transfers[id]?.previewJob = nil
    guard let preview, let picture = load(for: .picture(request)) else { return }
    counters.previews += 1
    tellPreview(preview, toThoseWaitingFor: picture)
  }

  /// A picture that is decoded from a transfer's bytes, and whose tasks want to be told.
  private func listeningPicture(of id: LoadID) -> ImageRequest? {
    for load in pictures(of: id) {
      if case .picture(let request) = load.key,
        tasks(waitingFor: load.id).contains(where: \.wantsPreviews)
      {
        return request
      }
    }
    return nil
  }

  /// The pictures that are made of a transfer's bytes.
  func pictures(of id: LoadID) -> [Load] { users(of: id).flatMap { users(of: $0.id) } }

  /// The loads that wait for a load.
  private func users(of id: LoadID) -> [Load] {
    guard let load = loads[id] else { return [] }
    return load.audience.members.compactMap { member in
      if case .load(let user) = member { loads[user] } else { nil }
    }
  }
}
