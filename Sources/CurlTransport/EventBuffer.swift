import Foundation

/// The events of a transfer until its consumer takes them, with flow control.
///
/// It joins pieces of the body, so that the consumer is called once per turn. If a consumer is a
/// megabyte behind, the transfer pauses, and resumes when the consumer has processed half of that.
struct EventBuffer: Sendable {
  /// The most bytes in one piece, unless libcurl delivers a larger one.
  static let pieceBytes = 64 << 10
  /// The most bytes that a consumer may be behind.
  static let mostBytesBehind = 1 << 20

  private var events: [TransferEvent] = []
  /// The piece that is still growing.
  private var piece = Data()
  private var bytesBehind = 0
  private var isPaused = false

  mutating func add(_ head: HTTPHead) { events.append(.head(head)) }

  /// Adds a piece of the body; returns false if refused.
  ///
  /// It refuses only if `canRefuse`, while the consumer is too far behind.
  mutating func add(_ bytes: UnsafeRawBufferPointer, canRefuse: Bool = true) -> Bool {
    guard bytesBehind < Self.mostBytesBehind || !canRefuse else {
      isPaused = true
      return false
    }
    bytesBehind += bytes.count
    if piece.count + bytes.count > Self.pieceBytes { cut() }
    if piece.isEmpty { piece = Data(bytes) } else { piece.append(contentsOf: bytes) }
    return true
  }

  mutating func end(with error: URLError?) {
    cut()
    events.append(.end(error))
  }

  /// Whether there are events for the consumer.
  var hasNews: Bool { !events.isEmpty || !piece.isEmpty }

  /// Returns and removes all events.
  mutating func removeAll() -> [TransferEvent] {
    cut()
    defer { events = [] }
    return events
  }

  /// Records that the consumer has processed bytes; returns whether the transfer resumes.
  mutating func recordConsumed(_ count: Int) -> Bool {
    bytesBehind -= count
    guard isPaused, bytesBehind <= Self.mostBytesBehind / 2 else { return false }
    isPaused = false
    return true
  }

  private mutating func cut() {
    if piece.isEmpty { return }
    events.append(.body(piece))
    piece = Data()
  }
}
