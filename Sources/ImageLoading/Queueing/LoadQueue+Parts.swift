/// The parts of bodies that loads ask for at first; see ``FirstPart``.
extension LoadQueue {
  /// How many bytes of a load to ask for at first; nil for all of them.
  package func firstPart(of id: ID) -> Int? { loads[id].flatMap { lanes[$0.lane].firstPart.bytes } }

  /// The same, of a load that asks now: now and then for all, so that the rate of the link stays known.
  package mutating func takeFirstPart(of id: ID) -> Int? {
    guard let load = loads[id] else { return nil }
    return lanes.change(load.lane) { $0.firstPart.take() }
  }

  /// Asks a host for no parts from now on.
  package mutating func refuseParts(from host: String) {
    lanes.change(lanes.number(of: host)) { $0.firstPart.refuse() }
  }

  /// Notes a picture of a host that is there; see ``FirstPart``.
  ///
  /// - Parameters:
  ///   - needed: how many of its bytes showed all; nil if all were needed.
  ///   - secondsPerByte: how long each byte took; nil where only a part came, which says nothing of it.
  package mutating func notePicture(
    of bytes: Int, needing needed: Int?, secondsPerByte: Double?, from host: String
  ) {
    change(lanes.number(of: host)) { lane in
      guard let firstByte = lane.times.firstByte else { return }
      lane.firstPart.note(
        bytes: bytes, needed: needed, secondsPerByte: secondsPerByte, firstByte: firstByte)
    }
  }
}
