import CCurl
import Foundation
import FoundationNetworking
import Synchronization

/// An event of a transfer, in this order: at most one head, then pieces of the body, then one end.
package enum TransferEvent: Sendable {
  case head(HTTPHead)
  case body(Data)
  /// The end, with nil for success, which always follows a head.
  case end(URLError?)
}

/// Receives the events of a transfer, on the queue that created the transfer.
package protocol TransferConsumer: AnyObject {
  func receive(_ events: [TransferEvent])
}

/// One request and its response.
///
/// libcurl reports progress on the transport's thread. Once a turn, that thread calls the consumer
/// on the dispatch queue that created the transfer. It borrows that queue, because waking another
/// thread costs more than the call. A transfer retains its consumer until it ends or is stopped.
///
/// `@unchecked Sendable` is safe: `consumer` is confined to that queue, `progress` to the thread,
/// and the event buffer has a lock.
package final class CurlTransfer: @unchecked Sendable {
  let request: CurlRequest
  private let queue = CallingQueue()
  private var consumer: (any TransferConsumer)?
  private let buffer = Mutex(EventBuffer())
  private var progress: TransferProgress
  /// The active handle, confined to the thread; nil if the transfer is not in flight.
  var handle: EasyHandle?

  /// - Parameters:
  ///   - defaults: the header fields to send unless the request has a field of the same name.
  ///   - mostBodyBytes: the largest body; a larger one fails with `dataLengthExceedsMaximum`.
  /// - Throws: `unsupportedURL` for anything but a GET or HEAD request to a server.
  package init(
    _ request: URLRequest, defaults: [RequestField] = [], mostBodyBytes: Int = .max,
    for consumer: any TransferConsumer
  ) throws(URLError) {
    self.request = try CurlRequest(request, defaults: defaults)
    progress = TransferProgress(self.request, mostBodyBytes: mostBodyBytes)
    self.consumer = consumer
  }
}

// MARK: - On the consumer's queue

extension CurlTransfer {
  package func start() { TransportThread.shared.start(self) }

  /// Stops the transfer: its consumer receives no more events.
  package func stop() {
    if consumer == nil { return }
    consumer = nil
    TransportThread.shared.stop(self)
  }

  /// Records that the consumer has processed bytes of the body; until then they count as pending.
  ///
  /// You may call it from any thread.
  package func recordConsumed(_ count: Int) {
    let goesOn = buffer.withLock { $0.recordConsumed(count) }
    if goesOn { TransportThread.shared.resume(self) }
  }

  private func hand() {
    let events = buffer.withLock { $0.removeAll() }
    let consumer = consumer
    if case .end = events.last { self.consumer = nil }
    consumer?.receive(events)
  }
}

// MARK: - On the transport's thread

extension CurlTransfer: EasyHandle.Client {
  /// The time since which the transfer only keeps its connection usable; nil except for a redirect.
  ///
  /// The consumer of a redirect has already received the end.
  var drainingSince: SuspendingClock.Instant? { progress.drainingSince }

  func receive(line: UnsafeRawBufferPointer) -> EasyHandle.Answer {
    progress.receive(line: line, into: buffer)
  }

  func receive(body: UnsafeRawBufferPointer) -> EasyHandle.Answer {
    progress.receive(body: body, into: buffer)
  }

  /// Ends the transfer with libcurl's result.
  func end(_ code: CURLcode) {
    if drainingSince != nil { return }
    let reason = code == CURLE_OK ? "" : handle?.reason(for: code) ?? ""
    let error = progress.error(after: code, reason: reason)
    buffer.withLock { $0.end(with: error) }
  }

  /// Calls the consumer if there are new events.
  func callConsumer() {
    let hasNews = buffer.withLock { $0.hasNews }
    guard hasNews else { return }
    queue.call(with: self) { context in
      guard let context else { return }
      Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().hand()
    }
  }
}
