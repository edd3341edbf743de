import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Serves pictures of any size on the loopback, drawn on demand, with delays and faults on demand.
///
/// Making one listens at once and costs microseconds: clients may connect and wait. `start` answers
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

  /// Listens on 127.0.0.1, with no thread yet.
  ///
  /// - Parameters:
  ///   - port: The port to listen on; 0, the default, takes any free one.
  ///   - shape: How the link behaves; by default it neither delays nor fails.
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

  /// Begins to answer; does nothing when it does already.
  package func start() throws(ServerError) {
    try state.withLock { state throws(ServerError) in
      switch state {
      case .listening:
        // Whatever comes of it, the socket is the event loop's from here on.
        state = .stopped
        state = .serving(try serve())
      case .serving: break
      case .stopped: throw .stopped
      }
    }
  }

  /// Closes every connection and gives the port back; returns when that is done.
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

  /// What the answers of all connections share; all of them live on one loop.
  private func sharedLink(on loop: any EventLoop) throws -> NIOLoopBound<LinkPacer>? {
    guard let bandwidth = site.shape.linkBandwidth else { return nil }
    return try loop.submit {
      NIOLoopBound(LinkPacer(bytesPerSecond: bandwidth, on: loop), eventLoop: loop)
    }.wait()
  }
}

extension PlaceholderServer {
  /// Serves until SIGINT or SIGTERM comes, then stops and returns that signal's number.
  ///
  /// The signals are held back from this thread and those it starts, so that they end the waiting
  /// and not the process: a program calls this on its main thread while it has no other. They are
  /// let through again before this returns.
  package func serveUntilSignalled() throws(ServerError) -> Int32 {
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

/// Why the server does not serve.
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
