import NIOCore

/// The bytes of a body that are left to send, and when the next of them may go.
struct PacedBody {
  /// What limits how fast a body goes.
  enum Pace {
    /// Only the client, by how fast it reads.
    case client
    /// So many bytes per second from an instant on.
    case rate(Int, since: NIODeadline)
    /// A link that several answers share: the bytes that it has granted and that are not sent yet.
    case link(granted: Int)
  }

  /// What to do next with a body.
  enum Step {
    /// Nothing is left.
    case finish
    /// Send so many bytes, not before the instant.
    case send(Int, notBefore: NIODeadline)
    /// Wait for the link to grant more.
    case waitForGrant
  }

  /// The most that is handed to the socket at once, in bytes.
  private static let largestSlice = 65_536
  /// How often a body with a limited rate goes on, per second.
  private static let slicesPerSecond = 50

  private var rest: ByteBuffer
  private var pace: Pace
  private var taken = 0

  init(_ bytes: some Collection<UInt8>, pace: Pace) {
    rest = ByteBuffer(bytes: bytes)
    self.pace = pace
  }

  /// How many bytes are left.
  var count: Int { rest.readableBytes }

  var nextStep: Step {
    if count == 0 { return .finish }
    switch pace {
    case .client: return .send(min(count, Self.largestSlice), notBefore: .distantPast)
    case .link(granted: 0): return .waitForGrant
    case .link(let granted): return .send(min(granted, Self.largestSlice), notBefore: .distantPast)
    case .rate(let bytesPerSecond, let start):
      let slice = min(count, max(1, bytesPerSecond / Self.slicesPerSecond))
      let seconds = Double(taken + slice) / Double(bytesPerSecond)
      return .send(slice, notBefore: start + .nanoseconds(Int64(seconds * 1e9)))
    }
  }

  /// Adds to what the link lets through.
  mutating func grant(_ bytes: Int) {
    if case .link(let granted) = pace { pace = .link(granted: granted + bytes) }
  }

  /// Takes the next bytes out.
  mutating func take(_ bytes: Int) -> ByteBuffer? {
    guard let slice = rest.readSlice(length: bytes) else { return nil }
    if case .link(let granted) = pace { pace = .link(granted: granted - bytes) }
    taken += bytes
    return slice
  }
}
