import Foundation
import FoundationNetworking
import Synchronization

/// A bare URLSession: six transfers at a time, their bodies dropped.
final class TransferLoop: Sendable {
  private static let width = 6

  private let prefix: String
  private let session: URLSession
  private let firstError = Mutex<URLError?>(nil)

  init(prefix: String) {
    self.prefix = prefix
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpMaximumConnectionsPerHost = Self.width
    session = URLSession(configuration: configuration)
  }

  /// Returns when the last has ended.
  func run(_ count: Int) throws {
    // Signalled up to its first value: at its end it may not hold less than it was made with.
    let places = DispatchSemaphore(value: 0)
    for _ in 0..<Self.width { places.signal() }
    for number in 0..<count {
      guard let url = URL(string: "\(prefix)\(number)") else { throw URLError(.badURL) }
      places.wait()
      session.dataTask(with: url) { [self] data, response, error in
        note(data, response, error)
        places.signal()
      }.resume()
    }
    for _ in 0..<Self.width { places.wait() }
    if let error = firstError.withLock({ $0 }) { throw error }
  }

  private func note(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    let isWhole = (response as? HTTPURLResponse)?.statusCode == 200 && data?.isEmpty == false
    guard !isWhole else { return }
    firstError.withLock { $0 = $0 ?? (error as? URLError) ?? URLError(.badServerResponse) }
  }
}
