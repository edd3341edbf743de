import CCallingQueue

/// The dispatch queue on which URLSession calls the protocol and expects callbacks.
///
/// `@unchecked Sendable` is safe: libdispatch's queues may be used from any thread.
final class CallingQueue: @unchecked Sendable {
  private let queue: calling_queue

  /// Retains the queue that is currently running.
  init() { queue = calling_queue_retain() }

  deinit { calling_queue_release(queue) }

  /// Calls a function with an object on the queue, synchronously.
  ///
  /// If the queue is idle, the function runs on the calling thread.
  func call<Object: AnyObject>(
    with object: Object, _ function: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) {
    withExtendedLifetime(object) {
      calling_queue_sync(queue, Unmanaged.passUnretained(object).toOpaque(), function)
    }
  }
}
