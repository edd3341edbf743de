import Glibc
import Synchronization

/// Time that passes only while the code under test waits.
///
/// A wait for descriptors ends without delay: at its instant, or at the first event before it that makes a descriptor
/// ready. Before time passes, other threads finish their work.
package final class VirtualTime: Sendable {
  private struct Event {
    let instant: Duration
    let action: @Sendable () -> Void
  }

  /// A wait of the code under test.
  package struct Wait: Sendable {
    package let start: Duration
    /// Nil for no limit.
    package let limit: Duration?
  }

  private struct State {
    var now = Duration.zero
    /// The pending events, in order.
    var events: [Event] = []
    var waits: [Wait] = []
    var settle: @Sendable () -> Void = {}
  }

  private let state = Mutex(State())

  package init() {}

  package var now: Duration { state.withLock { $0.now } }

  /// All waits for a time to come.
  package var waits: [Wait] { state.withLock { $0.waits } }

  /// The instants of the pending events, in order.
  package var pending: [Duration] { state.withLock { $0.events.map(\.instant) } }

  /// Lets time pass, as during work.
  package func pass(_ time: Duration) { state.withLock { $0.now += time } }

  /// Schedules an event, which runs on the waiting thread; at equal instants, the earlier scheduled comes first.
  package func schedule(at instant: Duration, _ action: @escaping @Sendable () -> Void) {
    state.withLock { state in
      let place = state.events.firstIndex { $0.instant > instant } ?? state.events.count
      state.events.insert(Event(instant: instant, action: action), at: place)
    }
  }

  /// Sets the wait for other threads, before time passes.
  package func settle(by wait: @escaping @Sendable () -> Void) {
    state.withLock { $0.settle = wait }
  }

  /// Waits until a descriptor is ready or an instant has come; returns whether a descriptor is ready.
  ///
  /// - Precondition: there is an instant, an event, or a ready descriptor.
  package func poll(_ descriptors: inout [pollfd], until instant: Duration?) -> Bool {
    if let instant, instant <= now { return isReady(&descriptors) }
    state.withLock { $0.waits.append(Wait(start: $0.now, limit: instant)) }
    while true {
      state.withLock { $0.settle }()
      if isReady(&descriptors) { return true }
      guard let event = nextEvent(until: instant) else { return false }
      event.action()
    }
  }

  /// Advances to the next event, or to an instant before it.
  private func nextEvent(until instant: Duration?) -> Event? {
    state.withLock { state in
      if let event = state.events.first, event.instant <= instant ?? event.instant {
        state.now = max(state.now, event.instant)
        return state.events.removeFirst()
      }
      guard let instant else { preconditionFailure("nothing will ever end this wait") }
      state.now = instant
      return nil
    }
  }

  private func isReady(_ descriptors: inout [pollfd]) -> Bool {
    Glibc.poll(&descriptors, nfds_t(descriptors.count), 0) > 0
  }
}
