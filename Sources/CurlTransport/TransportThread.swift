import CCurl
import Foundation
import Synchronization

/// The single thread for the I/O of all transfers.
///
/// It sleeps in libcurl until there is work, or another thread wakes it. It starts with the first
/// transfer or call, with the niceness of the requesting thread, and stays.
///
/// `@unchecked Sendable` is safe: `mailbox` has a lock, and the other variables are confined to the
/// thread.
package final class TransportThread: @unchecked Sendable {
  package static let shared = TransportThread()

  /// A message to the thread.
  private enum Letter {
    case start(CurlTransfer)
    case stop(CurlTransfer)
    /// The consumer has caught up.
    case resume(CurlTransfer)
    case call(@Sendable () -> Void)
  }

  private struct Mailbox {
    var letters: [Letter] = []
    /// The handle in which the thread sleeps, if it does.
    var bed: MultiHandle?
  }

  /// The most time for the body of a redirect; a reusable connection is not worth more.
  private static let drainTime = Duration.seconds(2)

  private let mailbox = Mutex(Mailbox())
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  /// Letters being processed; empty otherwise, but with its memory kept.
  private var openLetters: [Letter] = []

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

  private func post(_ letter: Letter) {
    let bed = mailbox.withLock { mailbox in
      mailbox.letters.append(letter)
      defer { mailbox.bed = nil }
      return mailbox.bed
    }
    bed?.wake()
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
      takeLetters { letter in
        switch letter {
        case .start(let transfer): end(transfer, CURLE_FAILED_INIT)
        case .call(let call): call()
        case .stop, .resume: break
        }
      }
      Thread.sleep(forTimeInterval: 0.1)
    }
  }

  private func turn(_ multi: MultiHandle) {
    takeLetters { open($0, multi) }
    multi.perform()
    while let (handle, result) = multi.nextEnded() {
      guard let transfer = transfers[handle] else { continue }
      end(transfer, result)
      release(transfer, multi)
    }
    sleep(in: multi, atMost: lookAfterTransfers(multi))
  }

  private func takeLetters(_ open: (Letter) -> Void) {
    mailbox.withLock { mailbox in
      mailbox.bed = nil
      swap(&mailbox.letters, &openLetters)
    }
    for letter in openLetters { open(letter) }
    openLetters.removeAll(keepingCapacity: true)
  }

  private func open(_ letter: Letter, _ multi: MultiHandle) {
    switch letter {
    case .start(let transfer): begin(transfer, multi)
    case .stop(let transfer) where transfer.drainingSince == nil: release(transfer, multi)
    case .stop: break
    case .resume(let transfer): transfer.handle?.resume()
    case .call(let call): call()
    }
  }

  private func begin(_ transfer: CurlTransfer, _ multi: MultiHandle) {
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
    let hasTime = mailbox.withLock { mailbox in
      if mailbox.letters.isEmpty { mailbox.bed = multi }
      return mailbox.letters.isEmpty
    }
    if hasTime { multi.sleep(atMost: milliseconds) }
  }
}
