import ImageDecoding

/// What is learned of beginnings; see ``FirstPart``.
extension LoadWork {
  /// Learns from a picture that came whole how much of it would have done.
  mutating func note(_ need: WorkDone.Need?, of trace: LoadTrace) {
    guard let need, trace.source == .network, let secondsPerByte = trace.secondsPerByte,
      let host = trace.host
    else { return }
    var needed: Int?
    if case .beginning(let bytes) = need { needed = bytes }
    transfers.queue.notePicture(
      of: trace.bytes, needing: needed, secondsPerByte: secondsPerByte, from: host)
  }

  /// Learns from a beginning how much of a picture it takes; how long that took says nothing of the link.
  mutating func note(
    _ beginning: PictureBeginning, in part: PartialDownload, of trace: LoadTrace
  ) {
    guard trace.source == .network, let host = trace.host, let whole = part.totalBytes else {
      return
    }
    switch beginning {
    case .shows(_, let needed):
      transfers.queue.notePicture(of: whole, needing: needed, secondsPerByte: nil, from: host)
    case .needsWhole:
      transfers.queue.notePicture(of: whole, needing: nil, secondsPerByte: nil, from: host)
    case .needs: break
    }
  }
}
