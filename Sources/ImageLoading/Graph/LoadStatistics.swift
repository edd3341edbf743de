/// What a pipeline has done so far, and what it has in hand.
///
/// Every request ends in one way, so that at rest
/// `requested == memoryHits + loaded + failed + cancelled`.
public struct LoadStatistics: Hashable, Sendable {
  /// Requests given to the pipeline, without those that joined an equal one on its way.
  public internal(set) var requested = 0
  /// Requests answered from memory, by `cachedImage(for:)` or by a load.
  public internal(set) var memoryHits = 0
  /// Requests that ended with a picture from elsewhere.
  public internal(set) var loaded = 0
  /// Requests that ended in an error other than cancellation.
  public internal(set) var failed = 0
  /// Requests given up by their last caller before they were ready.
  public internal(set) var cancelled = 0

  /// Requests that joined what was on its way: an equal one, or one for the same bytes.
  public internal(set) var coalesced = 0
  /// Transfers given to the data loader, each counted once however often it is tried.
  public internal(set) var transfers = 0
  /// Transfers that continued a part which was already here.
  public internal(set) var resumed = 0
  /// Attempts after a failed one.
  public internal(set) var retries = 0
  /// Transfers that came to their end although no request waited for them any more.
  public internal(set) var finishedAfterCancel = 0
  /// Answers from the disk cache, and pictures from stored thumbnails.
  public internal(set) var diskHits = 0
  /// Disk hits that needed a question to the server first.
  public internal(set) var revalidated = 0
  /// Coarse pictures that were handed out.
  public internal(set) var previews = 0
  /// Bytes of bodies and files that arrived whole.
  public internal(set) var bytes = 0

  /// Tasks whose completion has not been called yet.
  public internal(set) var tasksInFlight = 0
  /// Transfers that hold a slot.
  public internal(set) var transfersInFlight = 0
  /// Pictures that wait for a decode thread or are on one, local files before being read included.
  public internal(set) var decodesInFlight = 0
  /// Transfers that wait for a slot.
  public internal(set) var queued = 0
  /// What the memory cache holds, in bytes.
  public internal(set) var cacheBytes = 0
  /// Why nothing is written to the disk cache any more, as a sentence; nil as long as all is well.
  public internal(set) var cacheProblem: String?

  /// No loads yet.
  public init() {}
}
