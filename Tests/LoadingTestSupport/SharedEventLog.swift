import LoadPlanning
import Synchronization

/// An event log that is written on one thread and read on others.
package final class SharedEventLog: Sendable {
  private let log = Mutex(EventLog())

  package init() {}

  package var events: EventLog { log.withLock { $0 } }

  /// Adds an event; what there is then.
  @discardableResult
  package func add(_ event: DataEvent) -> EventLog {
    log.withLock { log in
      log.add(event)
      return log
    }
  }
}
