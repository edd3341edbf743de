import GalleryCore
import ImageLoading

extension LoadFigures {
  init(_ statistics: LoadStatistics, _ stages: StageTimes) {
    self.init()
    inFlight = statistics.transfersInFlight + statistics.decodesInFlight
    queued = statistics.queued
    cacheBytes = statistics.cacheBytes
    diskHits = statistics.diskHits
    revalidated = statistics.revalidated
    retries = statistics.retries
    resumed = statistics.resumed
    queueWait = Stage(stages.queueWait)
    firstByte = Stage(stages.firstByte)
    transfer = Stage(stages.transfer)
    decode = Stage(stages.decode)
    process = Stage(stages.process)
  }
}

extension LoadFigures.Stage {
  fileprivate init(_ summary: StageSummary) {
    self.init(p50: summary.p50, p90: summary.p90)
  }
}
