import Dispatch
import Synchronization

/// Messages from any thread to one serial queue, handed over in batches.
///
/// All that is posted before the queue gets to it arrives as one batch, in order, at the cost of one
/// wake-up: a frame's loads and cancellations are seen together, and whoever decides what starts
/// first has seen them all.
final class Inbox<Message: Sendable>: Sendable {
  private let waiting = Mutex<[Message]>([])
  private let queue: DispatchQueue

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  /// Adds a message; `open` runs on the queue soon after, and has to call `takeAll`.
  func post(_ message: Message, open: @escaping @Sendable () -> Void) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(message)
      return waiting.count == 1
    }
    if isFirst { queue.async(execute: open) }
  }

  /// Takes the batch.
  func takeAll() -> [Message] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
