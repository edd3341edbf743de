/// What the stages of the latest loads took.
public struct StageTimes: Hashable, Sendable {
  /// Waiting for a slot.
  public internal(set) var queueWait = StageSummary()
  /// From the request to the head of the response.
  public internal(set) var firstByte = StageSummary()
  /// From the head of the response to its end.
  public internal(set) var transfer = StageSummary()
  /// Decoding and scaling.
  public internal(set) var decode = StageSummary()
  /// The processors.
  public internal(set) var process = StageSummary()

  public init() {}
}

/// One stage of the latest loads that went through it, 1,024 at most.
public struct StageSummary: Hashable, Sendable {
  /// Of all loads, not only the latest.
  public internal(set) var count = 0
  public internal(set) var p50 = Duration.zero
  public internal(set) var p90 = Duration.zero
  public internal(set) var max = Duration.zero

  public init() {}
}
