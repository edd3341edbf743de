/// The numbers in the rules of loads, each with its reason.
///
/// Reasons without a figure are judgments. The defaults of ``RetryPolicy`` and of other options stand there, where
/// callers read them. Bounds of tables and guards against overflow stand beside the code that they protect.
enum Constants {
  /// The queues of transfers and of disk cache lookups.
  enum Queue {
    /// The number of streams up to which speculation starts on a host whose connections carry many.
    ///
    /// Over a simulated satellite link, 8 streams leave 1.4 times the blank time of 16. A number
    /// learned from the link leaves 0.9 times as much.
    static let speculativeStreams = 16
    /// The number of lookups ordered at once, which keeps the reading thread busy.
    static let lookupsAtOnce = 4
  }

  /// The memory for bodies.
  enum Memory {
    /// The limit: half a second of work for two decode threads, and the bytes that a fast link brings meanwhile.
    static let limitBytes = 36 << 20
    /// The share of the limit that is reserved for visible pictures, as a divisor: speculation then never keeps
    /// them waiting.
    static let visibleDivisor = 3
    /// The most bytes that a body reserves beyond those received: a slow one keeps no other waiting for room that it
    /// doesn't need yet.
    static let mostReservedBytes = 4 << 20
  }

  /// The partial data of interrupted transfers.
  enum Resumption {
    /// The limit of all parts: room for four large photographs, which gain the most.
    static let limitBytes = 16 << 20
    /// The most parts, because each insertion searches them all.
    static let limitCount = 100
    /// The largest part as a divisor of the limit: a larger one would evict the others.
    static let largestPartDivisor = 4
  }

  /// The progress of a transfer.
  enum Progress {
    /// The least time between two reports: short enough to look smooth, long enough to be cheap.
    static let reportInterval = Duration.milliseconds(50)
    /// The remaining time, a noticeable delay, for which a picture of the first scans replaces the whole: less time
    /// is worth less than a connection and a cached body.
    static let longRest = Duration.milliseconds(500)
  }

  /// Stand-ins from the part of a transfer that has arrived.
  enum StandIn {
    /// The bytes to wait for a JPEG header; after that, a stand-in is unlikely.
    static let longestHeaderBytes = 256 << 10
    /// The fewest missing bytes worth a stand-in; with less, the full picture follows at once.
    static let leastRestBytes = 64 << 10
  }

  /// Averages of a host's response times, and of the lengths of bodies.
  enum Average {
    /// The divisor of moving averages: over half of the weight is on the latest three values.
    static let divisor = 4
  }
}
