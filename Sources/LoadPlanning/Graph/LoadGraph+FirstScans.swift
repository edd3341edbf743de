import FoundationEssentials
import ImageDecoding

/// Pictures decoded from the first scans of a JPEG during its transfer.
extension LoadGraph {
  /// Decodes the pictures of a transfer early if its first scans suffice and the rest would take long.
  ///
  /// The transfer then stops, unless other pictures wait for it; a request for a larger picture resumes it.
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
