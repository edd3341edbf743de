import FoundationEssentials
import ImageDecoding
import Raster

/// The reports to tasks while they wait.
extension LoadGraph {
  /// Reports to a new task how far its load has got.
  mutating func tellProgress(to task: TaskClaim) {
    guard task.wantsUpdates, let load = loads.load(of: task.id).flatMap({ loads.known($0) }),
      let progress = loads.transfer(below: load).flatMap({ transfers[$0] })?.download.progress,
      progress.receivedBytes > 0
    else { return }
    actions.append(.report(.update(task.id, .progress(progress))))
  }

  /// Reports a preview to the tasks that want to see one.
  mutating func tellPreview(_ preview: ImagePreview, toThoseWaitingFor id: LoadID) {
    for task in loads.tasks(waitingFor: id) where task.wantsPreviews {
      actions.append(.report(.update(task.id, .preview(preview))))
    }
  }

  mutating func tell(_ update: LoadUpdate, toThoseWaitingFor id: LoadID) {
    for task in loads.tasks(waitingFor: id) where task.wantsUpdates {
      actions.append(.report(.update(task.id, update)))
    }
  }
}

// MARK: - Coarse pictures

extension LoadGraph {
  /// Starts to decode what has come so far, where that gives something to look at.
  ///
  /// One preview of a transfer is decoded at a time, after all whole pictures of its priority's
  /// level: a preview that comes too late is simply not made.
  mutating func preview(_ id: LoadID) {
    guard let download = transfers[id]?.download, let load = loads.known(id),
      load.previews.job == nil, !load.urgency.priority.isSpeculative,
      let request = listeningPicture(of: id)
    else { return }
    var previews = load.previews
    guard
      previews.schedule.next(
        download.bytes, expectedBytes: download.expectedBytes, at: time.elapsed)
    else { return }
    let job = loads.makeID()
    previews.job = job
    loads.change(id) { $0.previews = previews }
    let later = Urgency(.low, visibleAt: load.urgency.visibleAt)
    actions.append(.job(.preview(request, job, download.bytes, later, transfer: id)))
  }

  /// Takes a coarse picture, or the failure to make one.
  mutating func previewed(
    _ id: LoadID, _ job: LoadID, _ request: ImageRequest, _ preview: ImagePreview?
  ) {
    guard loads[id]?.previews.job == job else { return }
    loads.change(id) { $0.previews.job = nil }
    guard let preview, let picture = loads[.picture(request)] else { return }
    counters.previews += 1
    tellPreview(preview, toThoseWaitingFor: picture)
  }

  /// A picture that is decoded from a transfer's bytes, and whose tasks want to be told.
  private func listeningPicture(of id: LoadID) -> ImageRequest? {
    for load in loads.pictures(of: id) {
      if case .picture(let request) = load.key,
        loads.tasks(waitingFor: load.id).contains(where: \.wantsPreviews)
      {
        return request
      }
    }
    return nil
  }
}
