import FoundationEssentials
import ImageRequests

/// The history of one load: the source of its picture, and the time of each stage.
///
/// Stages that the load skipped are nil. Loads that shared a transfer all have its times.
public struct LoadTrace: Sendable {
  /// The source of a picture's bytes.
  public enum Source: String, Sendable {
    /// The memory cache: nothing was fetched or decoded.
    case memory
    /// The disk cache, or a stored thumbnail.
    case disk
    /// A server.
    case network
    /// A file or a `data` URL.
    case local
  }

  /// The URL of the request.
  public let url: URL
  /// The source of the bytes or the picture; nil until they are found.
  public internal(set) var source: Source?
  /// The error that ended the load; nil if it has succeeded.
  public internal(set) var error: ImageError?
  /// The size of the file or body; for a canceled load, the bytes transferred for it alone.
  public internal(set) var bytes = 0
  /// The number of attempts after the first.
  public internal(set) var retries = 0

  /// The start of the load, as time since the start of the pipeline.
  public internal(set) var startedAt: Duration
  /// The time from the start of the load to its end.
  public internal(set) var total = Duration.zero
  /// The time spent waiting for a slot, over all attempts.
  public internal(set) var queueWait: Duration?
  /// The time from the start of the last attempt to the head of its response.
  ///
  /// It is nil for local files, except on file systems that keep readers waiting, such as network mounts.
  public internal(set) var firstByte: Duration?
  /// The time from the head of the response to its end, in the last attempt.
  public internal(set) var transfer: Duration?
  /// Whether the connection carried other requests at the same time, as with HTTP/2.
  public internal(set) var isMultiplexed = false
  /// The time spent on a thread decoding and scaling; for a local picture, also reading.
  public internal(set) var decode: Duration?
  /// The time spent on a thread by the processors.
  public internal(set) var process: Duration?

  /// The server in the URL, with its port if given; nil for local URLs.
  public var host: String? {
    if case .server(let host) = try? ByteSource(of: url) { host } else { nil }
  }

  package init(url: URL, startedAt: Duration) {
    self.url = url
    self.startedAt = startedAt
  }

  /// Returns the trace of a load that ends now.
  package func ended<Output>(at now: Duration, _ result: Result<Output, ImageError>) -> LoadTrace {
    var trace = self
    trace.total = now - startedAt
    if case .failure(let error) = result { trace.error = error }
    return trace
  }

  /// Records the times of a transfer.
  mutating func record(_ times: TransferTimes) {
    queueWait = times.queueWait
    firstByte = times.firstByte
    transfer = times.transfer
    isMultiplexed = times.isMultiplexed
    retries = times.retries
  }

  /// Records the source of the bytes and their number.
  package mutating func record(bytes count: Int, from source: Source) {
    self.source = source
    bytes = count
  }

  /// Records the time of a decode, or adds the time of a processor.
  package mutating func record(_ work: WorkDone, isDecode: Bool) {
    if isDecode { decode = work.duration } else { process = (process ?? .zero) + work.duration }
    if let wait = work.fileWait {
      firstByte = wait.firstByte
      transfer = wait.transfer
    }
  }

  /// Copies the stages of a load's source.
  package mutating func append(_ source: LoadTrace) {
    self.source = source.source
    bytes = source.bytes
    retries = source.retries
    queueWait = source.queueWait
    firstByte = source.firstByte
    transfer = source.transfer
    isMultiplexed = source.isMultiplexed
    decode = source.decode
    process = source.process
  }
}

/// The times of two clocks, read together.
package struct LoadTime: Hashable, Sendable {
  /// The time since the pipeline was created, excluding system sleep.
  package var elapsed = Duration.zero
  /// The seconds since 1970 (UTC), for the dates of servers.
  package var wallSeconds = 0

  package init(elapsed: Duration = .zero, wallSeconds: Int = 0) {
    self.elapsed = elapsed
    self.wallSeconds = wallSeconds
  }
}
