import Synchronization

/// Hands values from any threads to one that takes all of them at once, in order, without a lock.
///
/// The system may stop a thread of low priority anywhere, for as long as others want its core.
/// Stopped under a lock, it would hold up the next thread that wants the lock; here no thread ever
/// waits for it.
///
/// `add` is a push on Treiber's stack. Nodes are taken out only all together, so a node does no
/// harm when it comes to lie where an earlier one lay.
///
/// `@unchecked Sendable` is safe: a releasing exchange publishes a node after it is written. Only
/// the thread that has taken it out, by an acquiring exchange, reads it.
///
/// - Complexity: O(1) to add, O(n) to take n values.
package final class HandOver<Value: Sendable>: @unchecked Sendable {
  private struct Node {
    let value: Value
    var earlier: UnsafeMutablePointer<Node>?
  }

  private let latest = Atomic<UnsafeMutablePointer<Node>?>(nil)

  package init() {}

  deinit { _ = takeAll() }

  /// Adds a value; any thread.
  ///
  /// - Returns: whether it is the first since everything was taken, so that the caller must wake
  ///   the taker.
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

  /// Whether all values were taken.
  package var isEmpty: Bool { latest.load(ordering: .acquiring) == nil }

  /// Takes all values, in the order in which they were added.
  ///
  /// Only one thread may take values at a time if order matters to it.
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

/// Messages from any thread to one that does nothing else, handed over in batches.
///
/// All messages that are posted before the thread gets to them arrive as one batch, in order, at
/// the cost of one wake-up. So a frame's loads and cancellations are seen together, and all of them
/// before the receiver decides what starts first. Decoders and the run loop post alike, and none
/// waits for another.
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

  /// Takes the batch; it is empty if an earlier call has taken it.
  func takeAll() -> [Message] { waiting.takeAll() }
}
