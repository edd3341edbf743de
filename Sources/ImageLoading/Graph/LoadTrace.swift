import FoundationEssentials

/// The story of one load: where its picture came from, and how long each stage took.
///
/// A stage that the load did not go through is nil. If several loads shared a transfer, each has
/// its times.
public struct LoadTrace: Sendable {
  /// Where the bytes of a picture came from.
  public enum Source: String, Sendable {
    /// Memory: there was nothing to fetch or decode.
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
  /// Where the bytes or the picture were found; nil as long as nothing was.
  public internal(set) var source: Source?
  /// Why there is no picture; nil where there is one.
  public internal(set) var error: ImageError?
  /// The size of the file or body; for a canceled load, the bytes that had come for it alone.
  public internal(set) var bytes = 0
  /// Attempts after the first one.
  public internal(set) var retries = 0

  /// From the start of the pipeline to the start of the load.
  public internal(set) var startedAt: Duration
  /// From the start of the load to its end.
  public internal(set) var total = Duration.zero
  /// Waiting for a slot, over all attempts.
  public internal(set) var queueWait: Duration?
  /// From giving the request to the data loader to the head of the response, of the last attempt.
  ///
  /// Of a local file it is nil, unless files keep those who read them waiting, as over a network mount.
  public internal(set) var firstByte: Duration?
  /// From the head of the response to its end, of the last attempt.
  public internal(set) var transfer: Duration?
  /// Whether the server took this request beside others on one connection, as with HTTP/2.
  public internal(set) var isMultiplexed = false
  /// Decoding and scaling, on the thread; for a local picture, reading included.
  public internal(set) var decode: Duration?
  /// The processors.
  public internal(set) var process: Duration?

  /// The server that the URL names, with the port if there is one; nil for what is on none.
  public var host: String? {
    if case .server(let host) = try? ByteSource(of: url) { host } else { nil }
  }

  init(url: URL, startedAt: Duration) {
    self.url = url
    self.startedAt = startedAt
  }

  /// The story of a load that ends now.
  func ended<Output>(at now: Duration, _ result: Result<Output, ImageError>) -> LoadTrace {
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

  /// Records where the bytes were found, and how many there are.
  mutating func record(bytes count: Int, from source: Source) {
    self.source = source
    bytes = count
  }

  /// Records the times of a worker's job: of a decode, or of one more processor.
  mutating func record(_ work: WorkDone, isDecode: Bool) {
    if isDecode { decode = work.duration } else { process = (process ?? .zero) + work.duration }
    if let wait = work.fileWait {
      firstByte = wait.firstByte
      transfer = wait.transfer
    }
  }

  /// Takes over the stages of its source.
  mutating func append(_ source: LoadTrace) {
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

/// Two clocks, read together.
struct LoadTime: Hashable, Sendable {
  /// Since the pipeline was made, not counting a machine's sleep.
  var elapsed = Duration.zero
  /// Since 1970 in UTC: what servers mean by a date.
  var wallSeconds = 0
}
