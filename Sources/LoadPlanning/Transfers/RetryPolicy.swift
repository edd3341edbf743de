import DiskCache
import ImageRequests

/// Decides whether and when a failed transfer is retried.
///
/// The delay doubles with each attempt. Half of it is random, so that transfers that failed
/// together don't retry together.
public struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of attempts: 3 by default; with 1 or less, nothing is retried.
  public var maxAttempts: Int

  /// The maximum delay after the first failure: half a second by default.
  public var firstDelay: Duration

  /// The maximum delay after any failure: 8 seconds by default.
  public var maxDelay: Duration

  /// The longest delay that a server may ask for: 60 seconds by default.
  ///
  /// If it asks for more, the transfer is not retried: by then, the person looks at other pictures.
  public var maxRetryAfter: Duration

  /// Creates a policy; the defaults are the pipeline's.
  public init(
    maxAttempts: Int = 3, firstDelay: Duration = .milliseconds(500),
    maxDelay: Duration = .seconds(8), maxRetryAfter: Duration = .seconds(60)
  ) {
    self.maxAttempts = maxAttempts
    self.firstDelay = firstDelay
    self.maxDelay = maxDelay
    self.maxRetryAfter = maxRetryAfter
  }

  /// Returns the delay before the next attempt; nil if there is none.
  ///
  /// - Parameters:
  ///   - attempt: the number of failed attempts, including this one.
  ///   - retryAfter: the delay that the server asked for, if any.
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

  /// Returns 1, 2, 4 and so on, up to a limit far beyond any delay.
  private static func growth(after attempt: Int) -> Int { 1 << min(max(attempt - 1, 0), 20) }
}

extension ResponseHead {
  /// Returns the delay that the server asks for, if any.
  package func retryDelay(receivedAt now: Int) -> Duration? {
    fields["Retry-After"].flatMap { RetryAfter($0, receivedAt: now)?.delay }
  }
}
