import DiskCache
import FoundationEssentials
import ImageDecoding
import ImageRequests
import Raster

/// The steps of loads, decided by their rules, and the jobs that lead to them.
extension LoadGraph {
  /// Performs a step of a load.
  ///
  /// - Parameter base: the picture in memory that the awaited picture can be made from.
  mutating func perform(_ step: LoadStep, for id: LoadID, from base: PictureBase? = nil) {
    switch step {
    case .work(let job, let source):
      loads.change(id) { load in
        load.stage = .working
        if let source { load.trace.source = source }
      }
      work.order(job, for: id, &loads, &outbox)
    case .fetch(let request): fetch(request, for: id)
    case .wait(let key, let fallback):
      guard let load = loads.known(id) else { return }
      if load.isWorking { work.forget(load, &outbox) }
      subscribe(.load(id, fallback: fallback), load.urgency, to: key, from: base)
      // Unsubscribe last, because both sources may need the same load.
      if let earlier = load.source { unsubscribe(.load(id), from: earlier) }
    case .settle(let output, let source):
      if let source { record(bytes: output.byteCount, from: source, for: id) }
      settle(id, with: output)
    case .finish(let result): finish(id, result)
    case .order(let order, let next):
      outbox.order(order)
      perform(next, for: id)
    }
  }

  /// Performs the step that follows the result of a load's source.
  mutating func advance(
    _ id: LoadID, with result: Result<LoadOutput, ImageError>, of source: Load
  ) {
    // A subscriber that got the same result before may have stopped this one.
    guard let load = loads[id], load.source == source.id else { return }
    loads.change(id) { $0.trace.append(source.trace) }
    if case .bytes(let key) = load.key {
      if key.cachePolicy == .reload, case .success = result { loads.markReload(of: key.address) }
      loads.change(id) { load in
        load.source = nil
        load.fallback = nil
      }
    }
    perform(rules.nextStep(of: load, after: result), for: id)
  }

  /// Records the number of bytes that a load has found, and their source.
  mutating func record(bytes count: Int, from source: LoadTrace.Source, for id: LoadID) {
    outbox.count(bytes: count, from: source)
    loads.change(id) { $0.trace.record(bytes: count, from: source) }
  }
}

// MARK: - Finished jobs

extension LoadGraph {
  /// Handles the result of a disk cache lookup.
  package mutating func lookedUp(_ id: LoadID, _ cached: CachedData?) {
    work.lookedUp(id, cached)
    guard let load = loads[id], load.isWorking, case .bytes(let key) = load.key else { return }
    perform(rules.bytes.lookedUp(cached, key, at: time.wallSeconds), for: id)
  }

  /// Handles the result of reading a local file or `data` URL.
  package mutating func read(_ id: LoadID, _ result: Result<Data, ImageError>) {
    guard let load = loads[id], load.isWorking else { return }
    perform(rules.bytes.read(result), for: id)
  }

  /// Handles the result of a decode or a processor.
  package mutating func worked(
    _ id: LoadID, _ result: Result<PixelImage, ImageError>, _ work: WorkDone
  ) {
    guard let load = loads[id], load.isWorking, case .picture(let request) = load.key else {
      return
    }
    let isDecode = request.steps.isEmpty
    loads.change(id) { $0.trace.record(work, isDecode: isDecode) }
    if work.bytesRead > 0 { record(bytes: work.bytesRead, from: work.source, for: id) }
    switch result {
    case .success(let image):
      if request.cachePolicy == .reload { loads.markReload(of: request.address) }
      if let order = rules.caches.remembering(image, of: load, request, loads) {
        outbox.order(order)
      }
      finish(id, .success(.picture(image)))
    case .failure(let error):
      perform(rules.pictures.failed(error, source: loads.source(of: load)), for: id)
    }
  }

  /// Handles the result of a stand-in job.
  package mutating func stoodIn(_ id: LoadID, _ job: LoadID, _ preview: ImagePreview?) {
    outbox.add(work.coarse.stoodIn(id, job, preview, loads))
  }

  /// Handles a preview, or the failure to make one.
  package mutating func previewed(
    _ id: LoadID, _ job: LoadID, _ request: ImageRequest, _ preview: ImagePreview?
  ) {
    outbox.add(work.coarse.previewed(id, job, request, preview, loads))
  }
}
