import Glibc

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
