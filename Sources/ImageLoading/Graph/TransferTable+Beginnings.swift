/// Beginnings of bodies, which may be all that is wanted of a picture.
extension TransferTable {
  /// Notes that more is wanted of a body than before; an attempt in hand goes on as it is.
  mutating func widen(_ id: LoadID, to extent: BodyExtent) {
    states.change(id) { $0.portion.extent = max($0.portion.extent, extent) }
  }

  /// Keeps a beginning, to be continued.
  mutating func keep(_ part: PartialDownload, for address: PictureAddress) {
    parts.insert(beginning: part, for: address)
  }

  /// Prepares an attempt: how much it asks for, and what it continues.
  ///
  /// - Returns: its request, and the part that it continues.
  mutating func prepare(
    _ id: LoadID, _ state: inout TransferState
  ) -> (request: DataRequest, part: PartialDownload?) {
    var request = state.request
    state.portion.end = state.portion.hasRestarted ? nil : end(of: id, state.portion.extent)
    state.portion.held = nil
    request.end = state.portion.end
    guard request.condition == .none, let part = parts.take(request.address) else {
      state.download = Download(before: state.portion.end)
      return (request, nil)
    }
    if let end = state.portion.end, part.bytes.count >= end {
      // As much is here, but of which version, only the server knows.
      parts.insert(beginning: part, for: request.address)
      state.portion.held = part
      state.download = Download(before: end)
      request.condition = .unlessMatching(part.validators)
      return (request, nil)
    }
    state.download = Download(resuming: part, before: state.portion.end)
    request.condition = state.download.condition
    return (request, part)
  }

  /// Where the bytes end that are asked for; nil if all are.
  private mutating func end(of id: LoadID, _ extent: BodyExtent) -> Int? {
    switch extent {
    case .whole: nil
    case .beginning(atLeast: 0): queue.takeFirstPart(of: id)
    case .beginning(let bytes): min(bytes, BodyExtent.longestBeginning)
    }
  }

  /// Ends a transfer with the beginning that it was to bring.
  mutating func finish(_ id: LoadID, _ beginning: PartialDownload, at now: Duration) {
    guard let state = states.known(id) else { return }
    // Of a server that sends less than it is asked for, the rest takes many requests.
    if state.download.isCapped { queue.refuseParts(from: state.host) }
    keep(beginning, for: state.request.address)
    end(id, .success(.beginning(beginning)), at: now)
  }

  /// Notes how long a body took that is here.
  ///
  /// The rest of one says nothing of how long the whole takes, and neither does a beginning.
  mutating func noteRate(of id: LoadID, _ bytes: Int, at now: Duration) {
    guard let state = states.known(id), let attempt = state.attempt, let headAt = attempt.headAt,
      attempt.head?.status != 206
    else { return }
    let time = now - headAt
    guard attempt.head?.givesParts == true else { return }
    states.change(id) { $0.times.secondsPerByte = time / .seconds(1) / Double(max(1, bytes)) }
  }

  /// Makes the next attempt ask for all, and the host for no part any more if it has answered badly.
  mutating func askForWhole(_ id: LoadID, after error: ImageError) {
    guard let state = states.known(id) else { return }
    if state.portion.end != nil, error != Download.hasChanged {
      queue.refuseParts(from: state.host)
    }
    _ = parts.take(state.request.address)
    states.change(id) { $0.portion.hasRestarted = true }
  }
}

extension TransferState {
  /// Whether this is how a server refuses the part that was asked for.
  func mayBeRefused(with error: ImageError) -> Bool {
    (error == .status(416) || error == .status(206))
      && (download.condition != .none || portion.end != nil)
  }
}
