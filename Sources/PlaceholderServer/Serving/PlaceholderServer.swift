import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Serves pictures of any size on the loopback interface, drawn on demand, with delays and faults on demand.
///
/// A new server listens immediately, which costs microseconds: clients may connect and wait. `start` begins to serve
/// them, on one thread of its own.
package final class PlaceholderServer: Sendable {
  private enum State {
    case listening
    case serving(MultiThreadedEventLoopGroup)
    case stopped
  }

  private let socket: ListeningSocket
  private let site: Site
  private let ledger = StatisticsLedger()
  private let state = Mutex(State.listening)

  /// Listens on 127.0.0.1, without a thread.
  ///
  /// - Parameters:
  ///   - port: the port to listen on; 0, the default, for any free one.
  ///   - shape: the behavior of the link; by default without delays and failures.
  /// - Throws: a `ServerError`, such as `portInUse`.
  package init(port: Int = 0, shape: ServerShape = ServerShape()) throws(ServerError) {
    socket = try ListeningSocket(port: port)
    site = Site(shape: shape)
  }

  deinit {
    stop()
  }

  package var port: Int { socket.port }

  package var baseURL: String { "http://127.0.0.1:\(port)" }

  /// The values of `/stats`.
  package var statistics: ServerStatistics { ledger.statistics }

  /// Begins to serve; does nothing if already started.
  package func start() throws(ServerError) {
    try state.withLock { state throws(ServerError) in
      switch state {
      case .listening:
        // From here on the event loop owns the socket, even after a failure.
        state = .stopped
        state = .serving(try serve())
      case .serving: break
      case .stopped: throw .stopped
      }
    }
  }

  /// Closes all connections, frees the port, and returns.
  package func stop() {
    let former = state.withLock { state in
      defer { state = .stopped }
      return state
    }
    switch former {
    case .listening: socket.close()
    // The only possible error is that the group was shut down before.
    case .serving(let group): try? group.syncShutdownGracefully()
    case .stopped: break
    }
  }

  private func serve() throws(ServerError) -> MultiThreadedEventLoopGroup {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let link = try sharedLink(on: group.next())
      let bootstrap = ServerBootstrap(group: group)
        .childChannelInitializer { [site, ledger] channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
            try pipeline.addHandler(
              ConnectionHandler(site: site, ledger: ledger, link: link?.value))
          }
        }
      _ = try bootstrap.withBoundSocket(socket.descriptor).wait()
      return group
    } catch {
      try? group.syncShutdownGracefully()
      throw .cannotServe(reason: "\(error)")
    }
  }

  /// The link shared by all connections, which are all on one loop.
  private func sharedLink(on loop: any EventLoop) throws -> NIOLoopBound<LinkPacer>? {
    let shape = site.shape
    guard let bandwidth = shape.linkBandwidth else { return nil }
    return try loop.submit {
      NIOLoopBound(
        LinkPacer(bytesPerSecond: bandwidth, outages: shape.outages, on: loop), eventLoop: loop)
    }.wait()
  }
}

extension PlaceholderServer {
  /// Serves until SIGINT or SIGTERM arrives, then stops and returns the signal's number.
  ///
  /// The signals are blocked on this thread and on threads that it starts, so that they end the wait instead of the
  /// process. Call it on the main thread before starting other threads. The signals are unblocked before this returns.
  package func serveUntilSignaled() throws(ServerError) -> Int32 {
    var awaited = sigset_t()
    var former = sigset_t()
    sigemptyset(&awaited)
    sigaddset(&awaited, SIGINT)
    sigaddset(&awaited, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &awaited, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }

    try start()
    var signal: Int32 = 0
    sigwait(&awaited, &signal)
    stop()
    return signal
  }
}

/// The reason why the server can't serve.
package enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The port is not between 0, for any free one, and 65535.
  case invalidPort(Int)
  /// Another process already listens on the port.
  case portInUse(Int)
  /// The system refused to create the socket or to listen, with this error number.
  case cannotListen(port: Int, errno: Int32)
  /// The event loop did not accept the socket.
  case cannotServe(reason: String)
  /// The server was stopped, and can't start again.
  case stopped

  package var description: String {
    switch self {
    case .invalidPort(let port): "\(port) is not a port: ports go from 0 to 65535"
    case .portInUse(let port): "port \(port) on 127.0.0.1 is in use"
    case .cannotListen(let port, let errno):
      "cannot listen on 127.0.0.1, port \(port): \(String(cString: strerror(errno)))"
    case .cannotServe(let reason): "cannot serve: \(reason)"
    case .stopped: "the server was stopped"
    }
  }
}
