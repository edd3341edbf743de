import Foundation

/// The events of a transfer until its consumer takes them, and how far the consumer is behind.
///
/// It joins pieces of the body, so that the consumer is called once for all that came in a turn. If
/// a consumer is a megabyte behind, no more of the body is taken from the network. The transfer
/// pauses, and goes on once the consumer has done with half of that.
struct Outbox: Sendable {
  /// The most bytes in one piece, unless libcurl brought a larger one.
  static let pieceBytes = 64 << 10
  /// How far behind a consumer may be.
  static let mostBytesBehind = 1 << 20

  private var events: [TransferEvent] = []
  /// The piece that still grows.
  private var piece = Data()
  private var bytesBehind = 0
  private var isPaused = false

  mutating func add(_ head: HTTPHead) { events.append(.head(head)) }

  /// Takes a piece of the body; returns whether it did.
  ///
  /// It may refuse only if `canRefuse`, while the consumer is too far behind.
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

  /// Whether there is something for the consumer.
  var hasNews: Bool { !events.isEmpty || !piece.isEmpty }

  /// Takes all events, for the consumer.
  mutating func take() -> [TransferEvent] {
    cut()
    defer { events = [] }
    return events
  }

  /// Notes that the consumer has done with so many bytes; returns whether the transfer goes on.
  mutating func note(consumed count: Int) -> Bool {
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
