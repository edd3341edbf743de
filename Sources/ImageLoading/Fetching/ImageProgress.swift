/// How far a load's transfer has got.
public struct ImageProgress: Hashable, Sendable {
  /// What is here, parts of earlier attempts included.
  public let receivedBytes: Int
  /// The size of the whole, once it is known.
  public let expectedBytes: Int?

  public init(receivedBytes: Int, expectedBytes: Int?) {
    self.receivedBytes = receivedBytes
    self.expectedBytes = expectedBytes
  }

  /// Between 0 and 1; 0 as long as the size of the whole is unknown.
  public var fraction: Double {
    guard let expectedBytes, expectedBytes > 0 else { return 0 }
    return min(1, Double(receivedBytes) / Double(expectedBytes))
  }
}
