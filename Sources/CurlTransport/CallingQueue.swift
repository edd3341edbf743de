import CCallingQueue

/// The dispatch queue on which URLSession calls the protocol and expects to be called back.
///
/// `@unchecked Sendable` is safe: libdispatch's queues may be used from any thread.
final class CallingQueue: @unchecked Sendable {
  private let queue: calling_queue

  /// The queue whose block is running now.
  init() { queue = calling_queue_retain() }

  deinit { calling_queue_release(queue) }

  /// Calls a function with an object on the queue, and returns after it.
  ///
  /// A queue that is idle is borrowed: the function runs on the thread that calls this.
  func call<Object: AnyObject>(
    with object: Object, _ function: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) {
    withExtendedLifetime(object) {
      calling_queue_sync(queue, Unmanaged.passUnretained(object).toOpaque(), function)
    }
  }
}
