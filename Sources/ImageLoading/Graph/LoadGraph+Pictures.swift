import FoundationEssentials
import ImageDecoding
import Raster

/// Pictures: decoded from bytes, or made of another picture by a processor.
extension LoadGraph {
  mutating func startPicture(_ id: LoadID, _ request: ImageRequest, from base: PictureBase?) {
    if !request.processors.isEmpty {
      return startProcessing(id, request, from: base)
    }
    switch (try? ByteSource(of: request.url), request.cachePolicy) {
    case (.local, .cacheOnly): finish(id, .failure(.notCached))
    case (.local, _):
      loads.change(id) { $0.trace.source = .local }
      decode(id, request, nil)
    default:
      wait(
        id,
        for: .bytes(
          BytesKey(
            address: request.address, cachePolicy: request.cachePolicy,
            limits: request.limits ?? setup.limits)))
    }
  }

  /// Waits for the picture with one processor less, or takes it from memory.
  private mutating func startProcessing(
    _ id: LoadID, _ request: ImageRequest, from base: PictureBase?
  ) {
    var unprocessed = request
    unprocessed.processors.removeLast()
    if let base, base.processorCount == unprocessed.processors.count {
      loads.change(id) { $0.trace.source = .memory }
      process(id, request, base.image)
    } else {
      wait(id, for: .picture(unprocessed), from: base)
    }
  }

  /// Takes the result of the load that a picture waits for.
  mutating func receive(
    _ result: Result<LoadOutput, ImageError>, _ id: LoadID, _ request: ImageRequest
  ) {
    switch result {
    case .success(.bytes(let bytes)): decode(id, request, bytes)
    case .success(.picture(let image)): process(id, request, image)
    case .success(.notModified): assertionFailure("a picture does not wait for a transfer")
    case .failure(let error): finish(id, .failure(error))
    }
  }

  private mutating func decode(_ id: LoadID, _ request: ImageRequest, _ bytes: Data?) {
    guard let urgency = beginWork(on: id) else { return }
    var request = request
    request.limits = request.limits ?? setup.limits
    actions.append(.job(.decode(request, id, bytes, urgency)))
    findStandIn(for: id)
  }

  private mutating func process(_ id: LoadID, _ request: ImageRequest, _ image: PixelImage) {
    guard let urgency = beginWork(on: id) else { return }
    actions.append(.job(.process(request, id, image, urgency)))
  }

  private mutating func beginWork(on id: LoadID) -> Urgency? {
    guard let urgency = loads.known(id)?.urgency else { return nil }
    loads.change(id) { $0.stage = .working }
    counters.decodesInFlight += 1
    return urgency
  }

  /// Takes a worker's result: a picture or an error.
  mutating func worked(_ id: LoadID, _ result: Result<PixelImage, ImageError>, _ work: WorkDone) {
    guard let load = loads[id], load.isWorking, case .picture(let request) = load.key else {
      return
    }
    if request.processors.isEmpty {
      loads.change(id) { $0.trace.decode = work.duration }
      decodeTime += (work.duration - decodeTime) / 4
    } else {
      loads.change(id) { $0.trace.process = (load.trace.process ?? .zero) + work.duration }
    }
    if work.bytesRead > 0 {
      loads.change(id) { $0.trace.bytes = work.bytesRead }
      counters.bytes += work.bytesRead
    }
    switch result {
    case .success(let image): remember(image, of: load, request)
    case .failure(let error) where error.isNoPicture:
      if replaceSpoiled(load) { return }
    case .failure: break
    }
    finish(id, result.map(LoadOutput.picture))
  }

  /// Keeps a picture in memory, unless every task that waits for it wants it only once.
  ///
  /// A picture that only processors wait for is kept on probation: the user may choose another
  /// processor. So is a picture that no task waits for any more: its load was finished to keep it.
  private mutating func remember(_ image: PixelImage, of load: Load, _ request: ImageRequest) {
    if load.audience.isEmpty {
      return actions.append(.cache(.remember(request, image, isSpeculative: true)))
    }
    let isWanted = load.taskCount > 0 || request.processors.isEmpty
    guard isWanted, loads.tasks(waitingFor: load.id).contains(where: { !$0.request.isTransient })
    else {
      return
    }
    let isSpeculative = load.taskCount == 0 || load.urgency.priority.isSpeculative
    actions.append(.cache(.remember(request, image, isSpeculative: isSpeculative)))
  }
}

/// Bytes that are no picture although a server sent them as one: a proxy's page of errors, mostly.
extension LoadGraph {
  /// Makes the disk cache forget bytes that no picture could be made of.
  ///
  /// If they were in the cache before, the server is asked once more; if they have just come from the
  /// server, it is not.
  ///
  /// - Returns: whether the picture waits for other bytes now.
  mutating func replaceSpoiled(_ load: Load) -> Bool {
    guard let source = loads.source(of: load), case .bytes(let key) = source.key,
      hasDiskCache(for: key.address),
      let origin = source.trace.source, [.disk, .network].contains(origin)
    else { return false }
    actions.append(.cache(.discard(key.url)))
    guard origin == .disk, key.cachePolicy != .cacheOnly else { return false }
    counters.decodesInFlight -= 1
    forgetStandIn(of: load)
    loads.change(load.id) { load in
      load.standIn = .untried
      load.stage = .waiting
    }
    wait(
      load.id, for: .bytes(BytesKey(address: key.address, cachePolicy: .reload, limits: key.limits))
    )
    unsubscribe(.load(load.id), from: source.id)
    return true
  }
}

extension ImageError {
  /// All bytes are there, and no decoder with more formats or more memory could show them.
  var isNoPicture: Bool {
    switch self {
    case .decoding(.unknownFormat), .decoding(.corrupt): true
    default: false
    }
  }
}
