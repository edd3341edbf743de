import ImageDecoding

/// Bytes that are no picture although a server sent them as one: a proxy's page of errors, mostly.
extension LoadGraph {
  /// Has the disk cache forget what a picture could not be made of.
  ///
  /// What was there before has the server asked for once more; what has just come from it has not.
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
  /// The bytes are all there, and nothing that knows more formats or has more memory could show them.
  var isNoPicture: Bool {
    switch self {
    case .decoding(.unknownFormat), .decoding(.corrupt): true
    default: false
    }
  }
}
