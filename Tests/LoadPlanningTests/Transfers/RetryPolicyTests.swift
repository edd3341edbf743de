import Foundation
import ImageDecoding
import ImageRequests
import Testing

@testable import LoadPlanning

@Suite struct RetryPolicyTests {
  private let policy = RetryPolicy()

  private func delay(
    _ error: ImageError = .status(503), attempt: Int = 1, retryAfter: Duration? = nil,
    random: Double = 0
  ) -> Duration? {
    policy.delay(after: error, attempt: attempt, retryAfter: retryAfter, random: random)
  }

  @Test(
    arguments: [
      .timedOut(after: .seconds(15)), .tooSlow(bytesPerSecond: 1, minimum: 128),
      .truncated(bytes: 1, expected: 2), .status(408), .status(429), .status(500), .status(503),
      .status(599), .connection(code: NSURLErrorNetworkConnectionLost, reason: ""),
      .connection(code: NSURLErrorUnknown, reason: ""),
    ] as [ImageError])
  func `a transient error is retried`(error: ImageError) {
    #expect(delay(error) != nil)
    #expect(error.isTransient)
  }

  @Test(
    arguments: [
      .status(400), .status(401), .status(404), .status(416), .status(206), .status(600),
      .badURL(""), .unsupportedScheme(""), .refusedRedirect(to: ""), .tooManyRedirects(limit: 5),
      .contentEncoding(""), .contentType(""), .tooLarge(bytes: 2, limit: 1), .empty,
      .resumption(reason: ""), .decoding(.unknownFormat), .notCached, .cancelled,
      .invalidated,
      .file(path: "", code: nil, reason: ""), .badHeader(name: ""),
      .connection(code: NSURLErrorCannotFindHost, reason: ""),
    ] as [ImageError])
  func `a permanent error is not retried`(error: ImageError) {
    #expect(delay(error) == nil)
  }

  @Test func `three attempts in all`() {
    #expect(delay(attempt: 2) != nil)
    #expect(delay(attempt: 3) == nil)
    #expect(
      RetryPolicy(maxAttempts: 1).delay(
        after: .status(503), attempt: 1, retryAfter: nil, random: 0) == nil)
  }

  @Test func `the delay doubles up to the longest, half of it by chance`() {
    let patient = RetryPolicy(maxAttempts: .max)
    func delays(_ random: Double) -> [Duration?] {
      (1...7).map {
        patient.delay(after: .status(500), attempt: $0, retryAfter: nil, random: random)
      }
    }
    let least = [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000].map { Duration.milliseconds($0) }
    #expect(delays(0) == least)
    #expect(delays(1) == least.map { $0 * 2 })
    #expect(delays(.nan).allSatisfy { $0 != nil })
    #expect(
      patient.delay(after: .status(500), attempt: .max - 1, retryAfter: nil, random: 0)
        == .seconds(4))
  }

  @Test func `the delay that a server asks for is respected up to a limit`() {
    #expect(delay(retryAfter: .seconds(60)) == .seconds(60))
    #expect(delay(retryAfter: .seconds(61)) == nil)
  }

  @Test(arguments: [Duration.zero, .seconds(-5), .milliseconds(1)])
  func `a server cannot shorten the delay`(retryAfter: Duration) {
    #expect(delay(retryAfter: retryAfter) == .milliseconds(250))
  }

  @Test func `an old copy will do where the server is out of reach, not where it says no`() {
    #expect(ImageError.status(503).isUnavailability)
    #expect(ImageError.connection(code: NSURLErrorCannotFindHost, reason: "").isUnavailability)
    #expect(!ImageError.status(404).isUnavailability)
    #expect(!ImageError.cancelled.isUnavailability)
  }
}
