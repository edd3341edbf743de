import FoundationEssentials
import ImageDecoding

/// Pictures that are made of the first scans of a JPEG while the rest is on its way.
extension LoadGraph {
  /// Makes the pictures of a transfer that its first scans show as well as the whole would, if the rest takes long.
  ///
  /// A transfer that no other picture waits for then stops; one for a larger picture continues it.
  mutating func showFirstScans(of transfer: LoadID) {
    guard let state = work.transfers[transfer], state.download.firstScans.end != nil,
      let longRestAt = state.longRestAt, longRestAt <= time.elapsed
    else { return }
    var times = state.times
    times.transfer = state.attempt?.headAt.map { time.elapsed - $0 }
    for load in loads.pictures(of: transfer) {
      guard let bytes = load.source, let step = rules.pictures.earlyStep(of: load, state) else {
        continue
      }
      loads.change(load.id) { load in
        load.source = nil
        load.trace.record(times)
        load.trace.record(bytes: state.download.fetchedBytes, from: .network)
      }
      work.transfers.recordShown(transfer)
      perform(step, for: load.id)
      unsubscribe(.load(load.id), from: bytes)
    }
  }
}
