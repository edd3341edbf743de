import FoundationEssentials
import Synchronization

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
