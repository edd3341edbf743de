import ImageRequests

/// The memory for the bodies of running loads; see ``BodyMemory``.
extension LoadQueue {
  /// Records the length of a running load's body.
  package mutating func recordLength(_ length: Int?, of id: ID) {
    guard let length else { return }
    bodies.recordLength(length)
    recordReceived(0, expecting: length, of: id)
  }

  /// Records the bytes received of a running load's body.
  ///
  /// - Parameter length: the announced length; nil if unknown.
  package mutating func recordReceived(_ received: Int, expecting length: Int?, of id: ID) {
    guard let load = loads[id], case .running(let isSpeculative, var bytes) = load.stage else {
      return
    }
    bodies.update(&bytes, isSpeculative: isSpeculative, received: received, of: length)
    loads[id]?.stage = .running(isSpeculative: isSpeculative, bytes: bytes)
  }
}
