import DiskCache

/// Decides whether a failed transfer is tried again, and when.
///
/// The delay doubles from attempt to attempt. Half of it is left to chance, so that transfers that
/// failed together do not come back together.
public struct RetryPolicy: Hashable, Sendable {
  /// The number of attempts in all: 3 by default; 1 or less never tries again.
  public var maxAttempts: Int

  /// The longest delay after the first failure: half a second by default.
  public var firstDelay: Duration

  /// The longest delay after any: 8 seconds by default.
  public var maxDelay: Duration

  /// The longest wait that a server may ask for: 60 seconds by default.
  ///
  /// If it asks for more, there is no other attempt: by then the person looks at other pictures.
  public var maxRetryAfter: Duration

  /// Makes a policy; without arguments the pipeline's default.
  public init(
    maxAttempts: Int = 3, firstDelay: Duration = .milliseconds(500),
    maxDelay: Duration = .seconds(8), maxRetryAfter: Duration = .seconds(60)
  ) {
    self.maxAttempts = maxAttempts
    self.firstDelay = firstDelay
    self.maxDelay = maxDelay
    self.maxRetryAfter = maxRetryAfter
  }

  /// How long to wait before the next attempt; nil where there is none.
  ///
  /// - Parameters:
  ///   - attempt: how many have failed, this one included.
  ///   - retryAfter: what the server asked for, if it did.
  ///   - random: from 0 to below 1.
  package func delay(
    after error: ImageError, attempt: Int, retryAfter: Duration?, random: Double
  ) -> Duration? {
    guard error.isTransient, attempt < maxAttempts else { return nil }
    let longest = min(maxDelay, firstDelay * Self.growth(after: attempt))
    // "Equal jitter": M. Brooker, Exponential Backoff And Jitter, AWS Architecture Blog, 2015.
    let delay = longest / 2 + longest / 2 * (random > 0 ? min(random, 1) : 0)
    guard let retryAfter else { return delay }
    return retryAfter <= maxRetryAfter ? max(delay, retryAfter) : nil
  }

  /// 1, 2, 4 and so on; far beyond any delay it stays where it is.
  private static func growth(after attempt: Int) -> Int { 1 << min(max(attempt - 1, 0), 20) }
}

extension ResponseHead {
  /// How long the server asks to be left alone, if it does.
  package func retryDelay(receivedAt now: Int) -> Duration? {
    fields["Retry-After"].flatMap { RetryAfter($0, receivedAt: now)?.delay }
  }
}
