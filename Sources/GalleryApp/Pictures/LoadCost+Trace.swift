import GalleryCore
import ImageLoading
import Prefetching

extension LoadCost {
  /// What a load took that was asked for that long ago.
  init(_ trace: LoadTrace, time: Duration) {
    guard trace.source == .network else {
      self = .nothing
      return
    }
    let times = LoadTimes(
      total: time, firstByte: trace.firstByte ?? .zero, transfer: trace.transfer ?? .zero)
    self.init(bytes: trace.bytes, times: times, host: trace.host)
  }
}
