/// The counters of a pipeline, and the number of its loads in progress.
///
/// Every request ends in exactly one way. When the pipeline is idle, `requested == memoryHits +
/// loaded + failed + cancelled`.
public struct LoadStatistics: Hashable, Sendable {
  /// Requests given to the pipeline, without those that joined an equal one in progress.
  public package(set) var requested = 0
  /// Requests answered from memory, by `cachedImage(for:)` or by a load.
  public package(set) var memoryHits = 0
  /// Requests that were loaded from other sources.
  public package(set) var loaded = 0
  /// Requests that failed with an error other than cancellation.
  public package(set) var failed = 0
  /// Requests that were canceled by their last caller.
  public package(set) var cancelled = 0

  /// Requests that joined a load in progress: an equal one, or one of the same bytes.
  public package(set) var coalesced = 0
  /// Transfers given to the data loader, not counting retries.
  public package(set) var transfers = 0
  /// Transfers that resumed partial data.
  public package(set) var resumed = 0
  /// Attempts after a failed one.
  public package(set) var retries = 0
  /// Transfers that finished after all their requests were canceled.
  public package(set) var finishedAfterCancel = 0
  /// Disk cache hits, and pictures from stored thumbnails.
  public package(set) var diskHits = 0
  /// Disk cache hits that the server had to validate.
  public package(set) var revalidated = 0
  /// Coarse pictures that were reported.
  public package(set) var previews = 0
  /// The size of all bodies and files that arrived completely.
  public package(set) var bytes = 0

  /// Tasks that have not completed yet.
  public package(set) var tasksInFlight = 0
  /// Transfers that hold a slot.
  public package(set) var transfersInFlight = 0
  /// Pictures on a decode thread or waiting for one, including local files that must still be read.
  public package(set) var decodesInFlight = 0
  /// Transfers that wait for a slot.
  public package(set) var queued = 0
  /// The size of the memory cache, in bytes.
  public package(set) var cacheBytes = 0
  /// The reason why the disk cache is no longer written to, as a sentence; nil if it works.
  public package(set) var cacheProblem: String?

  /// Creates statistics with all counts at zero.
  public init() {}
}
