import CCurl
import Foundation
import Synchronization

/// The single thread for the I/O of all transfers.
///
/// It sleeps in libcurl until there is work, or another thread wakes it. It starts with the first
/// transfer or call, with the niceness of the requesting thread, and stays.
///
/// `@unchecked Sendable` is safe: `queue` has a lock, and the other variables are confined to the
/// thread.
package final class TransportThread: @unchecked Sendable {
  package static let shared = TransportThread()

  /// A message to the thread.
  private enum Message {
    case start(CurlTransfer)
    case stop(CurlTransfer)
    /// The consumer has caught up.
    case resume(CurlTransfer)
    case call(@Sendable () -> Void)
  }

  private struct MessageQueue {
    var messages: [Message] = []
    /// The handle in which the thread sleeps, if it does.
    var sleeper: MultiHandle?
  }

  /// The most time for the body of a redirect; a reusable connection is not worth more.
  private static let drainTime = Duration.seconds(2)

  private let queue = Mutex(MessageQueue())
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  /// Messages being processed; empty otherwise, but with its memory kept.
  private var openMessages: [Message] = []

  private init() {
    let thread = Thread { self.run() }
    thread.name = "transport"
    thread.start()
  }
}

// MARK: - From any thread

extension TransportThread {
  func start(_ transfer: CurlTransfer) { post(.start(transfer)) }
  func stop(_ transfer: CurlTransfer) { post(.stop(transfer)) }
  func resume(_ transfer: CurlTransfer) { post(.resume(transfer)) }

  /// Calls a function asynchronously on the thread, in the order of these calls.
  ///
  /// All transfers wait for it.
  package func async(_ call: @escaping @Sendable () -> Void) { post(.call(call)) }

  private func post(_ message: Message) {
    let sleeper = queue.withLock { queue in
      queue.messages.append(message)
      defer { queue.sleeper = nil }
      return queue.sleeper
    }
    sleeper?.wake()
  }
}

// MARK: - On the thread

extension TransportThread {
  private func run() {
    // A broken socket must not end the process, and all other signals are handled by other threads.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    while true {
      if let multi = MultiHandle() { while true { turn(multi) } }
      // Out of memory or descriptors, which may be available later.
      takeMessages { message in
        switch message {
        case .start(let transfer): end(transfer, CURLE_FAILED_INIT)
        case .call(let call): call()
        case .stop, .resume: break
        }
      }
      Thread.sleep(forTimeInterval: 0.1)
    }
  }

  private func turn(_ multi: MultiHandle) {
    takeMessages { open($0, multi) }
    multi.perform()
    while let (handle, result) = multi.nextEnded() {
      guard let transfer = transfers[handle] else { continue }
      end(transfer, result)
      release(transfer, multi)
    }
    sleep(in: multi, atMost: lookAfterTransfers(multi))
  }

  private func takeMessages(_ open: (Message) -> Void) {
    queue.withLock { queue in
      queue.sleeper = nil
      swap(&queue.messages, &openMessages)
    }
    for message in openMessages { open(message) }
    openMessages.removeAll(keepingCapacity: true)
  }

  private func open(_ message: Message, _ multi: MultiHandle) {
    switch message {
    case .start(let transfer): addHandle(of: transfer, multi)
    case .stop(let transfer) where transfer.drainingSince == nil: release(transfer, multi)
    case .stop: break
    case .resume(let transfer): transfer.handle?.resume()
    case .call(let call): call()
    }
  }

  private func addHandle(of transfer: CurlTransfer, _ multi: MultiHandle) {
    guard let handle = EasyHandle(transfer.request, for: transfer) else {
      return end(transfer, CURLE_FAILED_INIT)
    }
    transfer.handle = handle
    transfers[handle.raw] = transfer
    if multi.add(handle) { return }
    end(transfer, CURLE_FAILED_INIT)
    release(transfer, multi)
  }

  private func end(_ transfer: CurlTransfer, _ result: CURLcode) {
    transfer.end(result)
    transfer.callConsumer()
  }

  /// Removes a transfer's handle; a connection in the middle of a response is closed.
  private func release(_ transfer: CurlTransfer, _ multi: MultiHandle) {
    guard let handle = transfer.handle else { return }
    multi.remove(handle)
    transfers[handle.raw] = nil
    transfer.handle = nil
  }

  /// Calls consumers with new events.
  ///
  /// - Returns: the milliseconds until a redirect may have taken too long.
  private func lookAfterTransfers(_ multi: MultiHandle) -> Int32 {
    var isDraining = false
    for transfer in transfers.values {
      transfer.callConsumer()
      guard let start = transfer.drainingSince else { continue }
      isDraining = true
      if .now - start > Self.drainTime { release(transfer, multi) }
    }
    return isDraining ? 500 : .max
  }

  private func sleep(in multi: MultiHandle, atMost milliseconds: Int32) {
    let hasTime = queue.withLock { queue in
      if queue.messages.isEmpty { queue.sleeper = multi }
      return queue.messages.isEmpty
    }
    if hasTime { multi.sleep(atMost: milliseconds) }
  }
}
