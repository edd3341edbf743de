import CCallingQueue

/// The dispatch queue on which URLSession calls the protocol and expects to be called back.
///
/// `@unchecked Sendable` is safe: libdispatch's queues may be used from any thread.
final class CallingQueue: @unchecked Sendable {
  private let queue: calling_queue

  /// The queue whose block is running now.
  init() { queue = calling_queue_retain() }

  deinit { calling_queue_release(queue) }

  /// Calls a function with an object on the queue, which keeps the object until then.
  func call<Object: AnyObject>(
    with object: Object, _ function: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) {
    calling_queue_async(queue, Unmanaged.passRetained(object).toOpaque(), function)
  }
}
