import Foundation

/// What a transfer has to say until its consumer takes it, and how far the consumer is behind.
///
/// Pieces of the body are joined, so that a consumer who comes late comes once. A consumer who is a
/// megabyte behind has no more of the body taken from the network: the transfer pauses, and goes on once
/// half of that is done with.
struct Outbox: Sendable {
  /// The most that is handed over in one piece, unless it came in a larger one.
  static let pieceBytes = 64 << 10
  /// How far behind a consumer may be.
  static let mostBytesBehind = 1 << 20

  private var events: [TransferEvent] = []
  /// The piece that still grows.
  private var piece = Data()
  private var bytesBehind = 0
  private var isPaused = false
  /// Whether the consumer has been called and has not come yet.
  private var isAwaitingConsumer = false

  mutating func add(_ head: HTTPHead) { events.append(.head(head)) }

  /// Takes a piece of the body, unless it may refuse and the consumer is too far behind; says whether it did.
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

  /// Returns whether to call the consumer: there is something for it, and no call is on its way.
  mutating func callConsumer() -> Bool {
    if isAwaitingConsumer || events.isEmpty && piece.isEmpty { return false }
    isAwaitingConsumer = true
    return true
  }

  /// All there is, for the consumer.
  mutating func take() -> [TransferEvent] {
    isAwaitingConsumer = false
    cut()
    defer { events = [] }
    return events
  }

  /// The consumer has done with so many bytes; says whether the transfer is to go on.
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
