import NIOCore

/// The remaining bytes of a body, and when the next of them may be sent.
struct PacedBody {
  /// The limit on the rate of a body.
  enum Pace {
    /// Only the client's reading.
    case client
    /// A number of bytes per second from an instant on.
    case rate(Int, since: NIODeadline)
    /// A shared link: the bytes granted but not sent yet.
    case link(granted: Int)
  }

  /// The next step for a body.
  enum Step {
    /// All bytes were sent.
    case finish
    /// Send a number of bytes, not before the instant.
    case send(Int, notBefore: NIODeadline)
    /// Wait for the link to grant more.
    case waitForGrant
  }

  /// The most bytes written to the socket at once.
  private static let largestSlice = 65_536
  /// The slices per second of a body with a limited rate.
  private static let slicesPerSecond = 50

  private var rest: ByteBuffer
  private var pace: Pace
  private var taken = 0

  init(_ bytes: some Collection<UInt8>, pace: Pace) {
    rest = ByteBuffer(bytes: bytes)
    self.pace = pace
  }

  /// The number of remaining bytes.
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

  /// Adds granted bytes.
  mutating func grant(_ bytes: Int) {
    if case .link(let granted) = pace { pace = .link(granted: granted + bytes) }
  }

  /// Returns and removes the next bytes.
  mutating func removeFirst(_ bytes: Int) -> ByteBuffer? {
    guard let slice = rest.readSlice(length: bytes) else { return nil }
    if case .link(let granted) = pace { pace = .link(granted: granted - bytes) }
    taken += bytes
    return slice
  }
}
