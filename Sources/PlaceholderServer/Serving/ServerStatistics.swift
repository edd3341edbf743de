import FoundationEssentials
import Synchronization

/// The numbers of requests by outcome, without those of `/stats` itself.
///
/// `requests` is always the sum of `completed`, `aborted` and `inFlight`.
package struct ServerStatistics: Codable, Hashable, Sendable {
  /// The numbers of one path with its query, as received.
  package struct Path: Codable, Hashable, Sendable {
    package var requests = 0
    package var completed = 0
    package var aborted = 0

    /// The bytes of all its bodies, including those being sent.
    package var bytes = 0

    /// The bytes of responses whose client disconnected.
    package var abortedBytes = 0

    private enum CodingKeys: String, CodingKey {
      case requests, completed, aborted, bytes
      case abortedBytes = "aborted_bytes"
    }
  }

  package var requests = 0

  /// Responses sent to their planned end, which may be a fault.
  package var completed = 0

  /// Responses whose client disconnected before their end.
  package var aborted = 0

  /// The bytes of bodies handed to the system, without heads; they grow while a body is sent.
  package var bytes = 0

  package var inFlight = 0

  /// The latest 4,096 paths, by their first request.
  package var paths: [String: Path] = [:]

  private enum CodingKeys: String, CodingKey {
    case requests, completed, aborted, bytes, paths
    case inFlight = "in_flight"
  }
}

/// Keeps the server's statistics: the event loop writes them, any thread reads them.
final class StatisticsLedger: Sendable {
  /// The end of an answer.
  enum Outcome {
    case completed, aborted
  }

  static let pathCapacity = 4096

  private struct Book {
    var statistics = ServerStatistics()
    /// The paths in order of their first request, as a ring buffer once full.
    var order: [String] = []
    var oldest = 0

    /// Drops the oldest path if the buffer is full.
    mutating func makeRoom(for path: String) {
      guard order.count == StatisticsLedger.pathCapacity else {
        order.append(path)
        return
      }
      statistics.paths[order[oldest]] = nil
      order[oldest] = path
      oldest = (oldest + 1) % order.count
    }
  }

  private let book = Mutex(Book())

  var statistics: ServerStatistics { book.withLock { $0.statistics } }

  /// Counts a request, and returns the number of earlier ones for its path, as far as remembered.
  @discardableResult
  func began(_ path: String) -> Int {
    book.withLock { book in
      book.statistics.requests += 1
      book.statistics.inFlight += 1
      let earlier = book.statistics.paths[path]?.requests
      if earlier == nil { book.makeRoom(for: path) }
      book.statistics.paths[path, default: .init()].requests += 1
      return earlier ?? 0
    }
  }

  func sent(_ path: String, bytes: Int) {
    book.withLock { book in
      book.statistics.bytes += bytes
      book.statistics.paths[path]?.bytes += bytes
    }
  }

  /// - Parameter bytes: the bytes of the body that were sent.
  func ended(_ path: String, _ outcome: Outcome, bytes: Int) {
    book.withLock { book in
      book.statistics.inFlight -= 1
      switch outcome {
      case .completed:
        book.statistics.completed += 1
        book.statistics.paths[path]?.completed += 1
      case .aborted:
        book.statistics.aborted += 1
        book.statistics.paths[path]?.aborted += 1
        book.statistics.paths[path]?.abortedBytes += bytes
      }
    }
  }

  /// The statistics as JSON for `/stats`.
  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(statistics))
  }
}
