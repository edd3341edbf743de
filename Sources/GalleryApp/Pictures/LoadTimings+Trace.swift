import GalleryCore
import ImageLoading

extension LoadTimings {
  /// How a load went that has brought a picture.
  init(_ trace: LoadTrace) {
    self.init(source: trace.source?.rawValue ?? "elsewhere", total: trace.total)
    queueWait = trace.queueWait
    firstByte = trace.firstByte
    transfer = trace.transfer
    decode = trace.decode
    process = trace.process
  }
}
