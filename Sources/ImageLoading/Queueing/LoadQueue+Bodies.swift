/// The bytes of the bodies that running loads bring; see ``BodyMemory``.
extension LoadQueue {
  /// Records how long the body of a running load will be.
  package mutating func recordLength(_ length: Int?, of id: ID) {
    guard let length else { return }
    bodies.recordLength(length)
    recordReceived(0, expecting: length, of: id)
  }

  /// Records how much has come of a running load's body.
  ///
  /// - Parameter length: how long it will be; nil if nothing is known.
  package mutating func recordReceived(_ received: Int, expecting length: Int?, of id: ID) {
    guard let load = loads[id], case .running(let isSpeculative, var bytes) = load.stage else {
      return
    }
    bodies.update(&bytes, isSpeculative: isSpeculative, received: received, of: length)
    loads[id]?.stage = .running(isSpeculative: isSpeculative, bytes: bytes)
  }
}
