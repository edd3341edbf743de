/// The counters of a pipeline, and the number of its loads in progress.
///
/// Every request ends in exactly one way. When the pipeline is idle, `requested == memoryHits +
/// loaded + failed + cancelled`.
public struct LoadStatistics: Hashable, Sendable {
  /// Requests given to the pipeline, without those that joined an equal one in progress.
  public internal(set) var requested = 0
  /// Requests answered from memory, by `cachedImage(for:)` or by a load.
  public internal(set) var memoryHits = 0
  /// Requests that were loaded from other sources.
  public internal(set) var loaded = 0
  /// Requests that failed with an error other than cancellation.
  public internal(set) var failed = 0
  /// Requests that were canceled by their last caller.
  public internal(set) var cancelled = 0

  /// Requests that joined a load in progress: an equal one, or one of the same bytes.
  public internal(set) var coalesced = 0
  /// Transfers given to the data loader, not counting retries.
  public internal(set) var transfers = 0
  /// Transfers that resumed partial data.
  public internal(set) var resumed = 0
  /// Attempts after a failed one.
  public internal(set) var retries = 0
  /// Transfers that finished after all their requests were canceled.
  public internal(set) var finishedAfterCancel = 0
  /// Disk cache hits, and pictures from stored thumbnails.
  public internal(set) var diskHits = 0
  /// Disk cache hits that the server had to validate.
  public internal(set) var revalidated = 0
  /// Coarse pictures that were reported.
  public internal(set) var previews = 0
  /// The size of all bodies and files that arrived completely.
  public internal(set) var bytes = 0

  /// Tasks that have not completed yet.
  public internal(set) var tasksInFlight = 0
  /// Transfers that hold a slot.
  public internal(set) var transfersInFlight = 0
  /// Pictures on a decode thread or waiting for one, including local files that must still be read.
  public internal(set) var decodesInFlight = 0
  /// Transfers that wait for a slot.
  public internal(set) var queued = 0
  /// The size of the memory cache, in bytes.
  public internal(set) var cacheBytes = 0
  /// The reason why the disk cache is no longer written to, as a sentence; nil if it works.
  public internal(set) var cacheProblem: String?

  /// Creates statistics with all counts at zero.
  public init() {}
}
