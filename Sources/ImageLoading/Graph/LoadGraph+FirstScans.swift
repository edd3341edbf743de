import FoundationEssentials

/// Pictures that are made of the first scans of a JPEG while the rest is on its way.
extension LoadGraph {
  /// Makes the pictures of a transfer that its first scans show as well as the whole would, if the rest takes long.
  ///
  /// A transfer that no other picture waits for then stops; one for a larger picture continues it. So it must be one that
  /// can be continued, and no question whether a stored body is still right: that body would stay.
  mutating func takeFirstScans(of transfer: LoadID) {
    guard let state = work.transfers[transfer], state.hasLongRest(at: time.elapsed),
      state.request.condition == .none, state.download.partial != nil
    else { return }
    var times = state.times
    times.transfer = state.attempt?.headAt.map { time.elapsed - $0 }
    for load in loads.pictures(of: transfer) {
      guard case .picture(let request) = load.key, let bytes = load.source,
        let step = rules.pictures.earlyStep(of: load, request, state.download)
      else { continue }
      loads.change(load.id) { load in
        load.source = nil
        load.trace.record(times)
        load.trace.record(bytes: state.download.fetchedBytes, from: .network)
      }
      perform(step, for: load.id)
      unsubscribe(.load(load.id), from: bytes)
    }
  }
}
