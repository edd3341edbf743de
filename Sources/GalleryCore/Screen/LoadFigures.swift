/// The loader's current and past activity, for the overlay.
package struct LoadFigures: Hashable, Sendable {
  /// The median and 90th percentile of the time that one stage took.
  package struct Stage: Hashable, Sendable {
    package var p50 = Duration.zero
    package var p90 = Duration.zero

    package init(p50: Duration = .zero, p90: Duration = .zero) {
      self.p50 = p50
      self.p90 = p90
    }
  }

  package var inFlight = 0
  package var queued = 0
  package var cacheBytes = 0

  package var diskHits = 0
  package var revalidated = 0
  package var retries = 0
  package var resumed = 0

  package var queueWait = Stage()
  package var firstByte = Stage()
  package var transfer = Stage()
  package var decode = Stage()
  package var process = Stage()

  package init() {}
}
