import GalleryCore
import ImageLoading

extension LoadFigures {
  init(_ statistics: LoadStatistics) {
    self.init()
    inFlight = statistics.transfersInFlight + statistics.decodesInFlight
    queued = statistics.queued
    cacheBytes = statistics.cacheBytes
    diskHits = statistics.diskHits
    revalidated = statistics.revalidated
    retries = statistics.retries
    resumed = statistics.resumed
    queueWait = Stage(statistics.stages.queueWait)
    firstByte = Stage(statistics.stages.firstByte)
    transfer = Stage(statistics.stages.transfer)
    decode = Stage(statistics.stages.decode)
    process = Stage(statistics.stages.process)
  }
}

extension LoadFigures.Stage {
  fileprivate init(_ summary: StageSummary) {
    self.init(p50: summary.p50, p90: summary.p90)
  }
}
