import FoundationEssentials
import Synchronization

/// What the server was asked for and what became of it; `/stats` itself is left out.
///
/// `requests` is always the sum of `completed`, `aborted` and `inFlight`.
package struct ServerStatistics: Codable, Hashable, Sendable {
  /// The same for one path with its query, as it was received.
  package struct Path: Codable, Hashable, Sendable {
    package var requests = 0
    package var completed = 0
    package var aborted = 0

    /// Of all its bodies, those that are still on their way included.
    package var bytes = 0

    /// Of the answers whose client left.
    package var abortedBytes = 0

    private enum CodingKeys: String, CodingKey {
      case requests, completed, aborted, bytes
      case abortedBytes = "aborted_bytes"
    }
  }

  package var requests = 0

  /// Answers sent to the end that was meant for them, a fault that was asked for included.
  package var completed = 0

  /// Answers whose client left before that end.
  package var aborted = 0

  /// Bytes of bodies handed to the system, without heads; they grow while a body is on its way.
  package var bytes = 0

  package var inFlight = 0

  /// The latest 4,096 paths, counted from when each was first asked for.
  package var paths: [String: Path] = [:]

  private enum CodingKeys: String, CodingKey {
    case requests, completed, aborted, bytes, paths
    case inFlight = "in_flight"
  }
}

/// Keeps the server's statistics: written by the event loop, read by anyone.
final class StatisticsLedger: Sendable {
  /// How an answer came to its end.
  enum Outcome {
    case completed, aborted
  }

  static let pathCapacity = 4096

  private struct Book {
    var statistics = ServerStatistics()
    /// The paths in the order of their first request: a ring once it is full.
    var order: [String] = []
    var oldest = 0

    /// Drops the oldest path where there are as many as are kept.
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

  func began(_ path: String) {
    book.withLock { book in
      book.statistics.requests += 1
      book.statistics.inFlight += 1
      if book.statistics.paths[path] == nil { book.makeRoom(for: path) }
      book.statistics.paths[path, default: .init()].requests += 1
    }
  }

  func sent(_ path: String, bytes: Int) {
    book.withLock { book in
      book.statistics.bytes += bytes
      book.statistics.paths[path]?.bytes += bytes
    }
  }

  /// - Parameter bytes: what was sent of the body.
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

  /// The statistics as `/stats` shows them.
  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(statistics))
  }
}
