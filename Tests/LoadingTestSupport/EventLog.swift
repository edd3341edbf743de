import FoundationEssentials
import ImageRequests
import LoadPlanning

/// The events of a fetch, with the pieces of the body joined.
package struct EventLog: Sendable {
  package private(set) var heads: [ResponseHead] = []
  package private(set) var body = Data()
  /// Nil after a good end.
  package private(set) var error: ImageError?
  /// How often the last event has come.
  package private(set) var endCount = 0

  package init() {}

  package var status: Int? { heads.first?.status }
  package var hasEnded: Bool { endCount > 0 }

  package mutating func add(_ event: DataEvent) {
    switch event {
    case .response(let head): heads.append(head)
    case .data(let chunk): body.append(chunk)
    case .finished: endCount += 1
    case .failed(let failure):
      error = failure
      endCount += 1
    }
  }
}

extension DataLoading {
  /// Fetches, and waits for the last event.
  package func events(for request: DataRequest) async -> EventLog {
    let log = SharedEventLog()
    return await withCheckedContinuation { continuation in
      _ = loadData(for: request) { event in
        let events = log.add(event)
        if events.hasEnded { continuation.resume(returning: events) }
      }
    }
  }
}
