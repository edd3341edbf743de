import ImageDecoding
import Raster

/// Beginnings of transfers, which may show all of a picture.
extension LoadWork {
  /// Asks for a transfer, of which a beginning may do.
  mutating func ask(
    _ load: Load, _ request: DataRequest, host: String, _ loads: LoadTable, at now: Duration
  ) {
    let takesBeginning = coarse.makesStandIns && loads.pictureOfBeginning(of: load.id) != nil
    transfers.ask(
      load.id, request, host: host, load.urgency, takesBeginning: takesBeginning, at: now)
  }

  /// Looks into the beginning that is here, or asks for the rest where a caller may want that.
  mutating func examine(
    _ id: LoadID, _ loads: inout LoadTable, _ outbox: inout LoadOutbox, at now: Duration
  ) {
    guard let load = loads[id], let held = transfers[id]?.download.held, let whole = held.whole,
      let request = loads.pictureOfBeginning(of: id)
    else { return transfers.goOn(id, before: nil, at: now) }
    let job = loads.makeID()
    transfers.note(examiner: job, of: id)
    outbox.order(.examine(request, job, held.bytes, whole: whole, load.urgency, transfer: id))
  }

  /// Takes what the beginning of a transfer shows, and asks for more where that is too little.
  ///
  /// - Returns: the picture, if that is still wanted.
  mutating func examined(
    _ id: LoadID, _ job: LoadID, _ request: ImageRequest, _ beginning: PictureBeginning,
    _ loads: inout LoadTable, _ outbox: inout LoadOutbox, at now: Duration
  ) -> (load: Load, image: PixelImage)? {
    guard let state = transfers[id], state.extent.examiner == job else { return nil }
    let held = state.download.held
    switch beginning {
    case .needs(let bytes):
      transfers.goOn(id, before: bytes > held.bytes.count ? bytes : nil, at: now)
    case .needsWhole: transfers.goOn(id, before: nil, at: now)
    case .shows(let image, let needed):
      if let whole = held.whole, let time = state.times.transfer {
        transfers.notePicture(
          of: whole, needing: needed, receiving: held.bytes.count, in: time, from: state.host)
      }
      guard loads.pictureOfBeginning(of: id) != nil,
        let picture = loads[.picture(request)].flatMap({ loads[$0] })
      else {
        examine(id, &loads, &outbox, at: now)
        return nil
      }
      // An earlier transfer has left what no one asked for now.
      let source = state.times.transfer == nil ? LoadTrace.Source.memory : .network
      outbox.count(bytes: held.bytes.count, from: source)
      loads.change(id) {
        $0.trace.note(state.times)
        $0.trace.note(bytes: held.bytes.count, from: source)
      }
      loads.passTrace(of: id, to: picture)
      return (picture, image)
    }
    return nil
  }

  /// Learns from a picture that came whole how much of it would have done.
  mutating func note(_ need: WorkDone.Need?, of trace: LoadTrace) {
    guard let need, trace.source == .network, trace.givesParts, let time = trace.transfer,
      let host = trace.host
    else { return }
    var needed: Int?
    if case .beginning(let bytes) = need { needed = bytes }
    transfers.notePicture(
      of: trace.bytes, needing: needed, receiving: trace.bytes, in: time, from: host)
  }
}
