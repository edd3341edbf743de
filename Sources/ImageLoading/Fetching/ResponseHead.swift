import DiskCache

/// What a server says before the body.
public struct ResponseHead: Hashable, Sendable {
  /// 200 for a whole body, 206 for the rest of one, 304 for none because ours is still right.
  public let status: Int

  /// The announced length of this body, in bytes, if it was announced.
  public let expectedBytes: Int?

  public let fields: HeaderFields

  /// Whether its connection carries many answers at a time, as HTTP/2 has it: false by default.
  ///
  /// Then more loads of what is on screen may be under way than there are connections.
  public let isMultiplexed: Bool

  public init(
    status: Int, expectedBytes: Int? = nil, fields: HeaderFields = HeaderFields(),
    isMultiplexed: Bool = false
  ) {
    self.status = status
    self.expectedBytes = expectedBytes
    self.fields = fields
    self.isMultiplexed = isMultiplexed
  }
}
