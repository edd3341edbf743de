import Foundation
import Synchronization

/// Transfers of one address after the other, so many at a time.
final class TransferLoop: Sendable {
  private let prefix: String
  private let width: Int
  private let fetch: Fetch
  private let firstError = Mutex<(any Error)?>(nil)
  /// Signaled up to its first value: at its end it may not hold less than it was made with.
  private let places = DispatchSemaphore(value: 0)

  init(prefix: String, width: Int, fetch: @escaping Fetch) {
    (self.prefix, self.width, self.fetch) = (prefix, width, fetch)
    for _ in 0..<width { places.signal() }
  }

  /// Whether all places are taken by transfers that have not ended.
  var isWaiting: Bool { places.wait(timeout: .now()) == .timedOut }

  /// Returns when the last has ended.
  func run(_ count: Int) throws {
    try start(count)
    for _ in 0..<width { places.wait() }
    for _ in 0..<width { places.signal() }
    if let error = firstError.withLock({ $0 }) { throw error }
  }

  /// Returns when the last has started.
  func start(_ count: Int) throws {
    for number in 0..<count {
      guard let url = URL(string: "\(prefix)\(number)") else {
        throw TransferFailure(description: "\(prefix)\(number) is no address")
      }
      places.wait()
      fetch(url) { [self] error in
        if let error { firstError.withLock { $0 = $0 ?? error } }
        places.signal()
      }
    }
  }
}
