import FoundationEssentials
import ImageDecoding
import Raster

/// Coarse pictures for pictures that take long, rather than for those of which a part is there.
extension LoadGraph {
  /// If a transfer's first bytes show nothing, more of them hardly will.
  private static let longestHeaderBytes = 256 << 10
  /// With less to come, the whole is there before an eye has seen anything else.
  private static let leastRestBytes = 64 << 10

  /// Looks once for something to show before a picture that waits for its decoding or is being
  /// decoded.
  mutating func findStandIn(for id: LoadID) {
    guard let load = loads[id], load.isWorking, case .picture(let request) = load.key,
      request.processors.isEmpty
    else { return }
    let bytes = loads.source(of: load)?.bytes
    guard bytes != nil || request.url.isFileURL else { return }
    makeStandIn(
      for: id, request, bytes, isHurried: counters.decodesInFlight > setup.decodeThreads)
  }

  /// Looks once into what has come of a transfer, as soon as the header of a JPEG is there.
  mutating func findStandIn(inTransfer id: LoadID) {
    guard setup.makesStandIns, let download = transfers[id]?.download,
      let transfer = loads.known(id), !transfer.previews.hasLookedForStandIn,
      !transfer.urgency.priority.isSpeculative
    else { return }
    let bytes = download.bytes
    let header = bytes.withUnsafeBytes { JPEGHeader($0)?.size != nil }
    guard header || bytes.count > Self.longestHeaderBytes else { return }
    loads.change(id) { $0.previews.hasLookedForStandIn = true }
    if let expected = download.expectedBytes,
      expected - bytes.count < Self.leastRestBytes
    {
      return
    }
    for load in loads.pictures(of: id) {
      guard case .picture(let request) = load.key else { continue }
      makeStandIn(for: load.id, request, bytes, isHurried: true)
    }
  }

  private mutating func makeStandIn(
    for id: LoadID, _ request: ImageRequest, _ bytes: Data?, isHurried: Bool
  ) {
    guard setup.makesStandIns, let load = loads[id], load.standIn == .untried,
      !load.urgency.priority.isSpeculative
    else { return }
    let listeners = loads.tasks(waitingFor: id).filter(\.wantsPreviews)
    if listeners.isEmpty { return }
    let isEager = listeners.contains { $0.request.previews == .eager }
    begin(
      StandInWork(request: request, bytes: bytes, isHurried: isHurried || isEager), for: load)
  }

  private mutating func begin(_ work: StandInWork, for load: Load) {
    let job = loads.makeID()
    loads.change(load.id) { $0.standIn = .underWay(job) }
    actions.append(.job(.standIn(work, job, load.urgency, picture: load.id)))
  }

  /// Takes the result of a job that has looked, or decoded.
  mutating func stoodIn(_ id: LoadID, _ job: LoadID, _ work: StandInWork, _ outcome: StandInOutcome)
  {
    guard let load = loads[id], load.standIn == .underWay(job) else { return }
    loads.change(id) { $0.standIn = .tried }
    switch outcome {
    case .preview(let preview):
      counters.previews += 1
      tellPreview(preview, toThoseWaitingFor: id)
      if preview.image.size == preview.size { stopPreviews(below: load) }
    case .worthAnEighth where load.isWorking:
      var work = work
      work.stage = .decodeEighth
      begin(work, for: load)
    case .worthAnEighth, .nothing:
      // Once all of it is there, there may be another way.
      if !load.isWorking { loads.change(id) { $0.standIn = .untried } }
    }
  }

  /// Stops previews below a load: a part of the picture would show no more than is shown already.
  private mutating func stopPreviews(below load: Load) {
    guard let source = loads.source(of: load), let transfer = loads.source(of: source) else {
      return
    }
    loads.change(transfer.id) { $0.previews.schedule.stop() }
  }

  mutating func forgetStandIn(of load: Load) {
    if case .underWay(let job) = load.standIn { actions.append(.job(.cancel(job))) }
  }
}
