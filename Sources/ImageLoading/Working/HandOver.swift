import Synchronization

/// A lock-free queue from any threads to one that takes all values at once, in order.
///
/// The system may preempt a low-priority thread for as long as others want its core. If it held a
/// lock, it would block the next thread that needs the lock; here no thread ever waits.
///
/// `add` is a push onto a Treiber stack. Nodes are only removed all together, so reusing the
/// address of a node is harmless.
///
/// `@unchecked Sendable` is safe: a releasing exchange publishes a node after it is written. Only
/// the thread that has removed it, with an acquiring exchange, reads it.
///
/// - Complexity: O(1) to add, O(*n*) to take *n* values.
package final class HandOver<Value: Sendable>: @unchecked Sendable {
  private struct Node {
    let value: Value
    var earlier: UnsafeMutablePointer<Node>?
  }

  private let latest = Atomic<UnsafeMutablePointer<Node>?>(nil)

  package init() {}

  deinit { _ = takeAll() }

  /// Adds a value, on any thread.
  ///
  /// - Returns: whether it is the first one since all were taken, so that the caller must wake the receiver.
  package func add(_ value: Value) -> Bool {
    let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    var earlier = latest.load(ordering: .relaxed)
    node.initialize(to: Node(value: value, earlier: earlier))
    while true {
      let (isDone, found) = latest.weakCompareExchange(
        expected: earlier, desired: node, successOrdering: .releasing, failureOrdering: .relaxed)
      if isDone { return earlier == nil }
      earlier = found
      node.pointee.earlier = found
    }
  }

  /// Whether there are no values.
  package var isEmpty: Bool { latest.load(ordering: .acquiring) == nil }

  /// Removes and returns all values, in the order in which they were added.
  ///
  /// If order matters, only one thread may take values at a time.
  package func takeAll() -> [Value] {
    var values: [Value] = []
    var next = latest.exchange(nil, ordering: .acquiring)
    while let node = next {
      next = node.pointee.earlier
      values.append(node.move().value)
      node.deallocate()
    }
    values.reverse()
    return values
  }
}

/// Messages from any thread to a single receiving thread, delivered in batches.
///
/// Messages posted before the thread runs arrive as one batch, in order, with one wake-up. So the
/// loads and cancellations of a frame are seen together, before the receiver decides what starts
/// first. Decoders and the run loop both post, and neither waits for the other.
final class Inbox<Message: Sendable>: Sendable {
  private let waiting = HandOver<Message>()
  private let thread: SerialThread

  init(thread: SerialThread) {
    self.thread = thread
  }

  /// Adds a message; `open` runs on the thread soon after, and must call `takeAll`.
  func post(_ message: Message, open: @escaping @Sendable () -> Void) {
    if waiting.add(message) { thread.run(open) }
  }

  /// Removes and returns the batch; it is empty if an earlier call has taken it.
  func takeAll() -> [Message] { waiting.takeAll() }
}
