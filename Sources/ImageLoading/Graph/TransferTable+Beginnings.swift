/// Beginnings, which may be all that is wanted of a picture.
extension TransferTable {
  /// Takes the end of an attempt that was asked for a beginning.
  mutating func finishBeginning(_ id: LoadID, _ state: TransferState, at now: Duration) {
    guard let headAt = state.attempt?.headAt else { return }
    if !state.download.isResumed {
      queue.noteTransfer(
        of: state.download.fetchedBytes, lasting: now - headAt, from: state.host, at: now)
    }
    states.change(id) { state in
      state.attempt = nil
      let beganAt = state.times.beganAt ?? headAt
      state.times.beganAt = beganAt
      state.times.transfer = now - beganAt
    }
    news.append(.began(id))
  }

  /// Notes which job looks into the beginning of a transfer.
  mutating func note(examiner: LoadID, of id: LoadID) {
    states.change(id) { $0.extent.examiner = examiner }
  }

  /// Asks for what follows a beginning.
  ///
  /// - Parameter end: where the wanted bytes end; nil if all are wanted.
  mutating func goOn(_ id: LoadID, before end: Int?, at now: Duration) {
    keepPart(of: id)
    states.change(id) { state in
      state.extent.examiner = nil
      state.extent.end = end
      state.extent.takesBeginning = end != nil
      state.queuedAt = now
    }
    fetch(id, at: now)
  }

  /// Notes how much of a picture showed all of it; see ``FirstPart``.
  ///
  /// - Parameters:
  ///   - needed: nil if all was needed.
  ///   - received: the bytes that came in `time`.
  mutating func notePicture(
    of bytes: Int, needing needed: Int?, receiving received: Int, in time: Duration,
    from host: String
  ) {
    queue.notePicture(
      of: bytes, needing: needed, secondsPerByte: time / .seconds(1) / Double(max(1, received)),
      from: host)
  }
}
