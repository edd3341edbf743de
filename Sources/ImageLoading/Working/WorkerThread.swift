import Glibc

/// A thread that yields to whatever else wants its core.
package struct WorkerThread: Sendable {
  /// Decoding takes some dozen kilobytes; the system's usual 8 MB would only be reserved.
  private static let stackBytes = 1 << 20

  private let handle: pthread_t

  /// Starts a thread; nil where the system has none left.
  ///
  /// - Parameters:
  ///   - name: what the system shows, 15 bytes at most.
  ///   - niceness: added to the calling thread's own.
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

  /// The niceness of the calling thread, which on Linux is its own.
  static var currentNiceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

  /// Leaves the thread to itself: it cleans up when it has ended.
  package func detach() { pthread_detach(handle) }

  /// Waits until the thread has ended, once; on the thread itself, makes it clean up after itself.
  package func join() {
    if pthread_equal(handle, pthread_self()) != 0 {
      detach()
    } else {
      pthread_join(handle, nil)
    }
  }
}

/// What a new thread is given.
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
  // A refusal costs smoothness only.
  let thisThread = __priority_which_t(PRIO_PROCESS.rawValue)
  _ = setpriority(thisThread, 0, WorkerThread.currentNiceness + start.niceness)
  start.body()
  return nil
}

/// Gives the calling thread a name, for tools that look at the process from outside.
private func rename(_ name: String) {
  let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
  guard file >= 0 else { return }
  _ = write(file, name, name.utf8.count)
  close(file)
}
