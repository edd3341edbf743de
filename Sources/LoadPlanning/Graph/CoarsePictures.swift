import FoundationEssentials
import ImageDecoding
import ImageRequests
import Raster

/// The coarse pictures that callers see before full ones: stand-ins and previews.
///
/// A stand-in precedes a picture that takes long: it is the thumbnail in the file. A
/// preview shows the part of a transfer that has arrived.
///
/// This is a pure value beside the loads of a graph. It keeps state for a load until `forget`; each
/// event returns the resulting actions.
struct CoarsePictures: Sendable {
  /// The progress of a picture's stand-in; without a state, none was tried.
  private enum StandIn: Hashable, Sendable {
    /// This job looks for the stand-in.
    case underWay(LoadID)
    /// A stand-in was tried, whether it succeeded or not.
    case tried
  }

  private let makesStandIns: Bool
  private var standIns: [LoadID: StandIn] = [:]
  private var previews: [LoadID: TransferPreviews] = [:]
  /// The number of coarse pictures reported.
  private(set) var shownCount = 0

  /// - Parameter makesStandIns: false if a custom decoder may interpret JPEGs differently.
  init(makesStandIns: Bool) {
    self.makesStandIns = makesStandIns
  }

  /// Whether no load has any state here.
  var isEmpty: Bool { standIns.isEmpty && previews.isEmpty }

  /// Forgets a load; returns the action that cancels its job, if one is running.
  mutating func forget(_ load: Load) -> JobAction? {
    switch load.key {
    case .picture:
      if case .underWay(let job)? = standIns.removeValue(forKey: load.id) {
        .cancel(job)
      } else {
        nil
      }
    case .bytes: nil
    case .transfer: previews.removeValue(forKey: load.id)?.job.map { .cancel($0) }
    }
  }

  /// Reports a coarse picture to the tasks that want previews.
  private mutating func report(
    _ preview: ImagePreview, toThoseWaitingFor id: LoadID, _ loads: LoadTable
  ) -> [LoadAction] {
    shownCount += 1
    return loads.tasks(waitingFor: id).filter(\.wantsPreviews).map {
      .report(.update($0.id, .preview(preview)))
    }
  }
}

// MARK: - Stand-ins

extension CoarsePictures {
  /// Looks once for a stand-in while the picture is decoded or waits to be.
  ///
  /// - Parameter isHurried: whether the picture must wait for other decodes or for the rest of its bytes.
  mutating func find(for id: LoadID, isHurried: Bool, _ loads: inout LoadTable) -> [LoadAction] {
    guard makesStandIns, let load = loads[id], load.isWorking,
      case .picture(let request) = load.key,
      request.steps.isEmpty
    else { return [] }
    let bytes = loads.source(of: load)?.bytes
    guard bytes != nil || request.url.isFileURL else { return [] }
    return find(for: load, request, in: bytes, isHurried: isHurried, &loads)
  }

  /// - Parameter bytes: nil for a file that must still be read.
  private mutating func find(
    for load: Load, _ request: ImageRequest, in bytes: Data?, isHurried: Bool,
    _ loads: inout LoadTable
  ) -> [LoadAction] {
    guard standIns[load.id] == nil, !load.urgency.priority.isSpeculative else { return [] }
    let listeners = loads.tasks(waitingFor: load.id).filter(\.wantsPreviews)
    if listeners.isEmpty { return [] }
    let isEager = listeners.contains { $0.request.previews == .eager }
    let work = StandInWork(request: request, bytes: bytes, isHurried: isHurried || isEager)
    let job = loads.makeID()
    standIns[load.id] = .underWay(job)
    return [.job(.standIn(work, job, load.urgency, picture: load.id))]
  }

  /// Handles the result of a stand-in job.
  mutating func stoodIn(
    _ id: LoadID, _ job: LoadID, _ preview: ImagePreview?, _ loads: LoadTable
  ) -> [LoadAction] {
    guard let load = loads[id], standIns[id] == .underWay(job) else { return [] }
    guard let preview else {
      // The complete file may have a stand-in, so try again then.
      standIns[id] = load.isWorking ? .tried : nil
      return []
    }
    standIns[id] = .tried
    if preview.image.size == preview.size { stopPreviews(below: load, loads) }
    return report(preview, toThoseWaitingFor: id, loads)
  }

  /// Stops the previews of a picture's transfer: they would show no more than the stand-in.
  private mutating func stopPreviews(below load: Load, _ loads: LoadTable) {
    guard let bytes = loads.source(of: load), let transfer = loads.source(of: bytes) else { return }
    previews[transfer.id, default: TransferPreviews()].stop()
  }
}

// MARK: - Transfers

extension CoarsePictures {
  /// Shows the part of a transfer that has arrived: looks once for a stand-in, and decodes previews at intervals.
  ///
  /// One preview of a transfer is decoded at a time, after all full pictures of the same level of
  /// priority. A preview that comes too late is canceled.
  mutating func show(
    _ download: Download, of id: LoadID, _ loads: inout LoadTable, at now: Duration
  ) -> [LoadAction] {
    guard let transfer = loads.known(id), !transfer.urgency.priority.isSpeculative else {
      return []
    }
    var actions: [LoadAction] = []
    if makesStandIns, previews[id, default: TransferPreviews()].mayShowStandIn(download) {
      for load in loads.pictures(of: id) {
        guard case .picture(let request) = load.key else { continue }
        actions += find(for: load, request, in: download.bytes, isHurried: true, &loads)
      }
    }
    if previews[id]?.job == nil, let request = Self.listeningPicture(of: id, loads),
      previews[id, default: TransferPreviews()].isDue(download, at: now)
    {
      let job = loads.makeID()
      previews[id]?.job = job
      let later = Urgency(.low, visibleAt: transfer.urgency.visibleAt)
      actions.append(.job(.preview(request, job, download.bytes, later, transfer: id)))
    }
    return actions
  }

  /// Handles a preview, or the failure to make one.
  mutating func previewed(
    _ id: LoadID, _ job: LoadID, _ request: ImageRequest, _ preview: ImagePreview?,
    _ loads: LoadTable
  ) -> [LoadAction] {
    guard previews[id]?.job == job else { return [] }
    previews[id]?.job = nil
    guard let preview, let picture = loads[.picture(request)] else { return [] }
    return report(preview, toThoseWaitingFor: picture, loads)
  }

  /// Returns a picture that is decoded from a transfer's bytes and has tasks that want previews.
  private static func listeningPicture(of id: LoadID, _ loads: LoadTable) -> ImageRequest? {
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

/// The previews of one transfer.
private struct TransferPreviews: Sendable {
  private var schedule = PreviewSchedule()
  private var wasLookedInto = false
  /// The job that decodes the current preview.
  var job: LoadID?

  /// Whether to look for a stand-in now: once, when the header of a JPEG has arrived.
  mutating func mayShowStandIn(_ download: Download) -> Bool {
    if wasLookedInto { return false }
    let bytes = download.bytes
    let hasHeader = bytes.withUnsafeBytes { JPEGHeader($0)?.size != nil }
    guard hasHeader || bytes.count > Constants.StandIn.longestHeaderBytes else { return false }
    wasLookedInto = true
    guard let expected = download.expectedBytes else { return true }
    return expected - bytes.count >= Constants.StandIn.leastRestBytes
  }

  /// Whether to decode a preview of the current bytes; if so, records it as decoded.
  mutating func isDue(_ download: Download, at now: Duration) -> Bool {
    schedule.next(download.bytes, expectedBytes: download.expectedBytes, at: now)
  }

  /// Stops all further previews.
  mutating func stop() { schedule.stop() }
}
