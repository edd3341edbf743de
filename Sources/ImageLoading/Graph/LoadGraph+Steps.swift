import DiskCache
import FoundationEssentials
import ImageDecoding
import Raster

/// The steps of loads, which their rules decide on, and the jobs that lead to them.
extension LoadGraph {
  /// - Parameter base: for a picture, the one in memory that it can be made from.
  mutating func start(_ id: LoadID, from base: PictureBase?) {
    guard let load = loads.known(id) else { return }
    take(rules.start(load, from: base), id, from: base)
  }

  /// Gives a load the result that it has waited for.
  mutating func receive(
    _ result: Result<LoadOutput, ImageError>, _ id: LoadID, from source: Load
  ) {
    // One that has been handed the same result before may have stopped it.
    guard let load = loads[id], load.source == source.id else { return }
    loads.change(id) { $0.trace.append(source.trace) }
    if case .bytes(let key) = load.key {
      if key.cachePolicy == .reload, case .success = result { loads.noteReload(of: key.address) }
      loads.change(id) { load in
        load.source = nil
        load.fallback = nil
      }
    }
    take(rules.received(result, load), id)
  }

  mutating func take(_ step: LoadStep, _ id: LoadID, from base: PictureBase? = nil) {
    switch step {
    case .work(let job, let source):
      loads.change(id) { load in
        load.stage = .working
        if let source { load.trace.source = source }
      }
      work.begin(job, for: id, &loads, &outbox)
    case .fetch(let request): startTransfer(id, request)
    case .wait(let key, let fallback): wait(id, for: key, fallback, from: base)
    case .settle(let output, let source):
      if let source { note(bytes: output.byteCount, from: source, for: id) }
      settle(id, with: output)
    case .finish(let result): finish(id, result)
    case .order(let order, let next):
      outbox.order(order)
      take(next, id)
    }
  }

  /// Makes a load wait for another one's output, and so for everything that the other one needs.
  private mutating func wait(
    _ id: LoadID, for key: LoadKey, _ fallback: CachedData?, from base: PictureBase?
  ) {
    guard let load = loads.known(id) else { return }
    if load.isWorking { work.forget(load, &outbox) }
    let (source, isNew) = subscribe(.load(id), load.urgency, to: key)
    loads.change(id) { load in
      load.stage = .waiting
      load.source = source
      load.fallback = fallback
    }
    begin(source, isNew: isNew, for: .load(id), from: base)
    if let earlier = load.source { unsubscribe(.load(id), from: earlier) }
  }

  /// Notes how many bytes a load has found, and where.
  mutating func note(bytes count: Int, from source: LoadTrace.Source, for id: LoadID) {
    outbox.count(bytes: count, from: source)
    loads.change(id) { $0.trace.note(bytes: count, from: source) }
  }
}

// MARK: - Jobs that have ended

extension LoadGraph {
  /// Takes the disk cache's answer.
  mutating func lookedUp(_ id: LoadID, _ cached: CachedData?) {
    work.lookedUp(id, cached)
    guard let load = loads[id], load.isWorking, case .bytes(let key) = load.key else { return }
    take(rules.bytes.lookedUp(cached, key, at: time.wallSeconds), id)
  }

  /// Takes the disk cache's word on whether it has kept what was wanted there.
  mutating func confirmed(_ id: LoadID, isStored: Bool) {
    guard let load = loads[id], load.isWorking else { return }
    take(rules.storage.confirmed(isStored), id)
  }

  /// Takes the result of reading a local file or `data` URL.
  mutating func read(_ id: LoadID, _ result: Result<Data, ImageError>) {
    guard let load = loads[id], load.isWorking else { return }
    take(rules.bytes.read(result), id)
  }

  /// Takes a worker's result: a picture or an error.
  mutating func worked(_ id: LoadID, _ result: Result<PixelImage, ImageError>, _ work: WorkDone) {
    guard let load = loads[id], load.isWorking, case .picture(let request) = load.key else {
      return
    }
    let isDecode = request.steps.isEmpty
    if isDecode { self.work.noteDecode(work.duration) }
    loads.change(id) { $0.trace.note(work, isDecode: isDecode) }
    if work.bytesRead > 0 { note(bytes: work.bytesRead, from: work.source, for: id) }
    switch result {
    case .success(let image):
      if request.cachePolicy == .reload { loads.noteReload(of: request.address) }
      if let order = rules.caches.remembering(image, of: load, request, loads) {
        outbox.order(order)
      }
      finish(id, .success(.picture(image)))
    case .failure(let error): take(rules.pictures.failed(error, source: loads.source(of: load)), id)
    }
  }

  /// Takes the result of a job that has looked for a stand-in, or made one.
  mutating func stoodIn(_ id: LoadID, _ job: LoadID, _ work: StandInWork, _ outcome: StandInOutcome)
  {
    outbox.add(self.work.coarse.stoodIn(id, job, work, outcome, &loads))
  }

  /// Takes a preview, or the failure to make one.
  mutating func previewed(
    _ id: LoadID, _ job: LoadID, _ request: ImageRequest, _ preview: ImagePreview?
  ) {
    outbox.add(work.coarse.previewed(id, job, request, preview, loads))
  }
}
