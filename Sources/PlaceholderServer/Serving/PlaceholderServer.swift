import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Serves pictures of any size on the loopback, drawn on demand, with delays and faults on demand.
///
/// A new server listens at once, which costs microseconds: clients may connect and wait. `start` begins to
/// answer them, on one thread of its own.
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

  /// Listens on 127.0.0.1, with no thread yet.
  ///
  /// - Parameters:
  ///   - port: the port to listen on; 0, the default, takes any free one.
  ///   - shape: the behavior of the link; by default it neither delays nor fails.
  /// - Throws: `ServerError.portInUse` and its like.
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

  /// Begins to answer; does nothing if it has begun.
  package func start() throws(ServerError) {
    try state.withLock { state throws(ServerError) in
      switch state {
      case .listening:
        // From here on the socket is the event loop's, even after a failure.
        state = .stopped
        state = .serving(try serve())
      case .serving: break
      case .stopped: throw .stopped
      }
    }
  }

  /// Closes every connection and frees the port, then returns.
  package func stop() {
    let former = state.withLock { state in
      defer { state = .stopped }
      return state
    }
    switch former {
    case .listening: socket.close()
    // The only error is that the group was shut down before.
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

  /// The link that the answers of all connections share; all of them live on one loop.
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
  /// The signals are blocked on this thread and those that it starts, so that they end the wait and not
  /// the process. A program calls this on its main thread while it has no other thread. The signals are
  /// unblocked before this returns.
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

/// The reason why the server does not serve.
package enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A port lies between 0, which is any free one, and 65535.
  case invalidPort(Int)
  /// Another process listens on the port already.
  case portInUse(Int)
  /// The system refused to make the socket or to listen, with its error number.
  case cannotListen(port: Int, errno: Int32)
  /// The event loop did not take the socket.
  case cannotServe(reason: String)
  /// A server that was stopped does not start again.
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
