import CurlTransport
import Foundation
import FoundationNetworking
import Synchronization

/// The process's one URLSession and its transfers, in a form that works on Linux.
///
/// - `TransferProtocol` moves the bytes: with FoundationNetworking's own protocol, a response can crash the process.
/// - URLCache is off: its lookups race with cancellation, and lose.
/// - Every `resume`, `cancel` and delegate call happens on the transport's thread. The first two
///   wait for URLSession's own queue, so callers' threads must not make them. With separate
///   threads, a small transfer took 9 to 11 thread switches.
/// - The end of a redirected task is ignored: the transfer has a new task by then.
/// - A transfer leaves the table before its task is canceled, so that later messages of that task find no transfer.
///
/// `@unchecked Sendable` is safe: only that thread accesses the variables.
final class TransferSession: NSObject, @unchecked Sendable {
  /// The shared session: a second one would wait for the same queue of URLSession.
  static let shared = TransferSession()

  private let hasStarted = Atomic(false)
  private var transfers: [Int: Transfer] = [:]
  private lazy var session = makeSession()
  private var alarm: Alarm?
  /// The time at which the alarm fires; nil without an alarm.
  private var alarmTime: SuspendingClock.Instant?

  private func makeSession() -> URLSession {
    let configuration = FoundationFolders().removed { URLSessionConfiguration.ephemeral }
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    configuration.protocolClasses = [TransferProtocol.self]
    return URLSession(
      configuration: configuration, delegate: self, delegateQueue: DelegateQueue())
  }
}

// MARK: - From any thread

extension TransferSession {
  func fetch(
    _ request: DataRequest, for loader: ObjectIdentifier,
    _ receive: @escaping @Sendable (DataEvent) -> Void
  ) -> TransferTicket {
    let ticket = TransferTicket(session: self, loader: loader)
    hasStarted.store(true, ordering: .relaxed)
    TransportThread.shared.async {
      do throws(ImageError) {
        if ticket.isCancelled { throw .cancelled }
        self.resume(try Transfer(request, ticket, receive))
      } catch {
        receive(.failed(error))
      }
    }
    return ticket
  }

  /// Cancels all transfers of a loader.
  ///
  /// A later loader with the same identifier starts after this, because the thread keeps the order.
  func cancelAll(of loader: ObjectIdentifier) {
    // Without a transfer, this would start the thread and load libcurl.
    guard hasStarted.load(ordering: .relaxed) else { return }
    TransportThread.shared.async {
      for (id, _) in self.transfers.filter({ $0.value.ticket.loader == loader }) {
        self.abort(id, with: .cancelled)
      }
    }
  }

  func cancel(_ ticket: TransferTicket) {
    TransportThread.shared.async {
      let id = self.transfers.first { $0.value.ticket === ticket }?.key
      if let id { self.abort(id, with: .cancelled) }
    }
  }
}

// MARK: - On the transport's thread

extension TransferSession {
  /// Changes the transfer of a task, if it has one; an error that is thrown ends the transfer.
  func change(_ task: URLSessionTask, _ body: (inout Transfer) throws(ImageError) -> Void) {
    guard let index = transfers.index(forKey: task.taskIdentifier) else { return }
    do throws(ImageError) {
      try body(&transfers.values[index])
    } catch {
      abort(task.taskIdentifier, with: error)
    }
  }

  /// Continues a redirected transfer with another task.
  func redirect(_ task: URLSessionTask, to location: String, _ head: HTTPHead) {
    guard var transfer = remove(task.taskIdentifier) else { return }
    do throws(ImageError) {
      try transfer.redirect(to: location, cookies: head["Set-Cookie"])
      resume(transfer)
    } catch {
      transfer.receive(.failed(error))
    }
  }

  /// Requests a compressed body again, with another task; returns false if it isn't compressed.
  private func unpack(_ task: URLSessionTask, after head: HTTPHead) -> Bool {
    guard var transfer = transfers[task.taskIdentifier], transfer.unpack(after: head) else {
      return false
    }
    transfers[task.taskIdentifier] = nil
    task.cancel()
    resume(transfer)
    return true
  }

  /// Ends the transfer of a completed task.
  func finish(_ task: URLSessionTask, _ error: (any Error)?) {
    guard var transfer = remove(task.taskIdentifier) else { return }
    if let error { return transfer.receive(.failed(transfer.failure(for: error))) }
    do throws(ImageError) {
      try transfer.finish()
      transfer.receive(.finished)
    } catch {
      transfer.receive(.failed(error))
    }
  }

  /// Starts a task for a transfer: the first one, or the one after a redirect.
  private func resume(_ transfer: Transfer) {
    let task = session.dataTask(with: URLRequest(transfer))
    var transfer = transfer
    transfer.work(with: task, at: .now)
    transfers[task.taskIdentifier] = transfer
    scheduleCheck(by: transfer.nextCheck)
    task.resume()
  }

  private func abort(_ id: Int, with error: ImageError) {
    guard let transfer = remove(id) else { return }
    transfer.task?.cancel()
    transfer.receive(.failed(error))
  }

  private func remove(_ id: Int) -> Transfer? { transfers.removeValue(forKey: id) }
}

// MARK: - Timeouts

extension TransferSession {
  /// Schedules a check of the transfers at this time at the latest, but no sooner than in 0.1 seconds.
  private func scheduleCheck(by instant: SuspendingClock.Instant) {
    if let alarmTime, alarmTime <= instant { return }
    alarmTime = instant
    alarm = Alarm(after: max(instant - .now, .milliseconds(100))) {
      TransportThread.shared.async { Self.shared.checkPace() }
    }
  }

  /// Ends transfers that have timed out or are too slow.
  private func checkPace() {
    alarmTime = nil
    let now = SuspendingClock.now
    for id in Array(transfers.keys) {
      if let failure = transfers[id]?.failure(at: now) { abort(id, with: failure) }
    }
    if let next = transfers.values.lazy.map(\.nextCheck).min() { scheduleCheck(by: next) }
  }
}

extension TransferSession: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
    guard let response = response as? TransferResponse else { return }
    if response.head.isRedirect, let location = response.head["Location"] {
      redirect(dataTask, to: location, response.head)
    } else if !unpack(dataTask, after: response.head) {
      change(dataTask) { transfer throws(ImageError) in try transfer.accept(response, at: .now) }
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    change(dataTask) { transfer throws(ImageError) in try transfer.append(data, at: .now) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    finish(task, error)
  }
}

/// A handle for one fetch, through all its redirects, that can cancel it.
final class TransferTicket: DataTask {
  private let isCancelledFlag = Atomic(false)
  private let session: TransferSession
  /// The loader that started the fetch.
  let loader: ObjectIdentifier

  init(session: TransferSession, loader: ObjectIdentifier) {
    self.session = session
    self.loader = loader
  }

  var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

  func cancel() {
    let wasCancelled = isCancelledFlag.exchange(true, ordering: .relaxed)
    if !wasCancelled { session.cancel(self) }
  }
}

/// Runs a session's delegate calls on the transport's thread.
///
/// `OperationQueue` itself creates an `Operation` and takes a turn of a dispatch queue for each call.
///
/// `@unchecked Sendable` is safe, as for its superclass: it adds no state.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  override func addOperation(_ call: @escaping @Sendable () -> Void) {
    TransportThread.shared.async(call)
  }
}
