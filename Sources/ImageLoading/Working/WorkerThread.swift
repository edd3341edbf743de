import Glibc

/// A thread with a low priority.
package struct WorkerThread: Sendable {
  /// The stack size; decoding takes some dozen kilobytes, so the usual 8 MB aren't needed.
  private static let stackBytes = 1 << 20

  private let handle: pthread_t

  /// Starts a thread; returns nil if the system can't.
  ///
  /// - Parameters:
  ///   - name: the name shown by the system, at most 15 bytes.
  ///   - niceness: added to that of the calling thread.
  package init?(name: String, niceness: Int32, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackBytes)

    let start = Unmanaged.passRetained(Start(name: name, niceness: niceness, body: body))
    var handle = pthread_t()
    let code = pthread_create(&handle, &attributes, threadMain, start.toOpaque())
    guard code == 0 else {
      start.release()
      return nil
    }
    self.handle = handle
  }

  /// The niceness of the calling thread; Linux has one per thread.
  static var currentNiceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

  /// Detaches the thread: its resources are freed when it ends.
  package func detach() { pthread_detach(handle) }

  /// Waits once until the thread has ended; on the thread itself, detaches it.
  package func join() {
    if pthread_equal(handle, pthread_self()) != 0 {
      detach()
    } else {
      pthread_join(handle, nil)
    }
  }
}

/// The arguments of a new thread.
private final class Start: Sendable {
  let name: String
  let niceness: Int32
  let body: @Sendable () -> Void

  init(name: String, niceness: Int32, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.niceness = niceness
    self.body = body
  }
}

private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
  rename(start.name)
  // A failure only affects smoothness.
  let thisThread = __priority_which_t(PRIO_PROCESS.rawValue)
  _ = setpriority(thisThread, 0, WorkerThread.currentNiceness + start.niceness)
  start.body()
  return nil
}

/// Names the calling thread, for tools such as top(1).
private func rename(_ name: String) {
  let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
  guard file >= 0 else { return }
  _ = write(file, name, name.utf8.count)
  close(file)
}
