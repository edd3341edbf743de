/// Messages from any thread to one that does nothing else, handed over in batches.
///
/// All that is posted before the thread gets to it arrives as one batch, in order, at the cost of one
/// wake-up: a frame's loads and cancellations are seen together, and whoever decides what starts
/// first has seen them all. Decoders and the run loop post alike, and none waits for another.
final class Inbox<Message: Sendable>: Sendable {
  private let waiting = HandOver<Message>()
  private let thread: SerialThread

  init(thread: SerialThread) {
    self.thread = thread
  }

  /// Adds a message; `open` runs on the thread soon after, and has to call `takeAll`.
  func post(_ message: Message, open: @escaping @Sendable () -> Void) {
    if waiting.add(message) { thread.run(open) }
  }

  /// Runs `open` once more, behind what was posted until now.
  func reopen(_ open: @escaping @Sendable () -> Void) { thread.run(open) }

  /// Takes the batch.
  func takeAll() -> [Message] { waiting.takeAll() }
}
