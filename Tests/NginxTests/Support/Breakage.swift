import TestSupport

/// A way in which a server of HTTP/2 goes wrong, with four requests that wait for their answers.
struct Breakage: Sendable {
  /// The outcome of requests.
  enum Fate {
    case loads, fails
    /// An answer or an error, but one of them.
    case ends

    /// How many of two load.
    fileprivate var whole: ClosedRange<Int> {
      switch self {
      case .loads: 2...2
      case .fails: 0...0
      case .ends: 0...2
      }
    }
  }

  /// A name as a host has it.
  let name: String
  /// The outcome of two requests; the others use the same connection.
  var broken = Fate.fails
  var neighbors = Fate.loads
  /// Whether the server breaks the protocol, which ends the connection.
  var isViolation = false
  /// The server's action on two streams; it then answers the others, if it still can.
  let act: @Sendable (_ peer: inout HTTP2Peer, _ streams: [UInt32]) -> Void

  /// How many of the four load.
  var whole: ClosedRange<Int> {
    broken.whole.lowerBound + neighbors.whole.lowerBound...broken.whole.upperBound
      + neighbors.whole.upperBound
  }

  static let body = [UInt8](repeating: 7, count: 1_000)
}

extension Breakage {
  /// Failures of one answer: the connection and its other streams continue.
  static let ofStreams =
    [0, 1, 2, 3, 5, 7, 8, 11, 13, 0xFFFF_FFFF].flatMap { (code: UInt32) in
      [
        // Refused ones (7) were not looked at, so that they may be asked for again.
        Breakage(name: "reset-\(code)-at-once", broken: code == 7 ? .loads : .fails) {
          peer, streams in
          for stream in streams { peer.sendReset(stream, code: code) }
        },
        Breakage(name: "reset-\(code)-after-head") { peer, streams in
          for stream in streams {
            peer.sendHead(stream, bodyBytes: body.count)
            peer.settle()
            peer.sendReset(stream, code: code)
          }
        },
        Breakage(name: "reset-\(code)-in-body") { peer, streams in
          for stream in streams {
            peer.sendHead(stream, bodyBytes: body.count)
            peer.sendBody(stream, Array(body.prefix(10)), isLast: false)
            peer.settle()
            peer.sendReset(stream, code: code)
          }
        },
      ]
    } + [
      Breakage(name: "body-too-short") { peer, streams in
        for stream in streams {
          peer.sendHead(stream, bodyBytes: 9)
          peer.sendBody(stream, [1, 2, 3])
        }
      },
      Breakage(name: "body-too-long") { peer, streams in
        for stream in streams {
          peer.sendHead(stream, bodyBytes: 2)
          peer.sendBody(stream, [1, 2, 3])
        }
      },
      Breakage(name: "no-status") { peer, streams in
        for stream in streams {
          peer.send(.headers, flags: HTTP2Peer.Flag.endOfHeaders | 1, stream: stream)
        }
      },
      Breakage(name: "large-header") { peer, streams in
        // Within what a frame may have; our own limits are lower.
        let field: [UInt8] = [0, 1, 0x61, 1, 0x62]
        let fields = Array(repeatElement(field, count: 3_000).joined())
        for stream in streams {
          peer.send(
            .headers, flags: HTTP2Peer.Flag.endOfHeaders, stream: stream, [0x88] + fields)
          peer.sendBody(stream, body)
        }
      },
      Breakage(name: "unknown-frames", broken: .loads) { peer, streams in
        for stream in streams {
          peer.send(.unknown, flags: 0xFF, stream: stream, body)
          peer.answer(stream, body)
        }
      },
    ]

  /// Failures of the connection: unprocessed requests are retried on another one, the rest fails.
  static let ofConnections =
    [
      Breakage(name: "go-away-for-others", broken: .loads) { peer, streams in
        peer.sendGoAway(last: streams[1])
        peer.settle()
        for stream in streams { peer.answer(stream, body) }
        peer.settle()
        peer.connection.close()
      },
      // All are asked for again, but for one that libcurl 7.88 may tell of the end of the connection.
      Breakage(name: "go-away-for-all", broken: .ends, neighbors: .ends) { peer, _ in
        peer.sendGoAway(last: 0)
        peer.settle()
        peer.connection.close()
      },
      Breakage(name: "go-away-in-body") { peer, streams in
        for stream in streams {
          peer.sendHead(stream, bodyBytes: body.count)
          peer.sendBody(stream, Array(body.prefix(10)), isLast: false)
        }
        peer.sendGoAway(last: streams[1])
        peer.settle()
        peer.connection.close()
      },
      Breakage(name: "go-away-in-error", broken: .ends, neighbors: .ends) { peer, _ in
        peer.sendGoAway(last: 0x7FFF_FFFF, code: 2)
        peer.connection.close()
      },
      Breakage(name: "end-at-once", broken: .ends, neighbors: .ends) { peer, _ in
        peer.connection.close()
      },
      Breakage(name: "end-in-frame", broken: .ends, neighbors: .ends) { peer, streams in
        peer.sendHead(streams[0], bodyBytes: body.count)
        peer.send(.data, stream: streams[0], [1, 2, 3], announcing: 100)
        peer.connection.close()
      },
      Breakage(name: "reset-in-body", broken: .ends, neighbors: .ends) { peer, streams in
        for stream in streams {
          peer.sendHead(stream, bodyBytes: body.count)
          peer.sendBody(stream, [1, 2, 3], isLast: false)
        }
        peer.connection.reset()
      },
    ] + violations

  /// Violations of the protocol by the server, which end the connection.
  ///
  /// libcurl 7.88 tells one of its streams so; the others would run into their timeouts.
  private static let violations: [Breakage] = [
    violation("huge-frame") { peer, stream in
      peer.send(.data, stream: stream, announcing: 0xFF_FFFF)
    },
    violation("data-of-nobody") { peer, _ in peer.sendBody(0, body) },
    violation("data-without-head") { peer, stream in peer.sendBody(stream, body) },
    violation("stream-of-nobody") { peer, _ in peer.answer(1_001, body) },
    violation("broken-header-block") { peer, stream in
      peer.send(
        .headers, flags: HTTP2Peer.Flag.endOfHeaders, stream: stream,
        [UInt8](repeating: 0xFF, count: 99))
    },
    violation("continuation-of-nothing") { peer, stream in
      peer.send(.continuation, stream: stream, [0x88])
    },
    violation("header-without-end") { peer, stream in
      peer.send(.headers, stream: stream, [0x88])
      while peer.send(.continuation, stream: stream, [UInt8](repeating: 0x88, count: 9_000)) {}
    },
    violation("empty-header-without-end") { peer, stream in
      peer.send(.headers, stream: stream, [0x88])
      while peer.send(.continuation, stream: stream) {}
    },
    violation("no-window") { peer, stream in
      peer.send(.windowUpdate, stream: stream, [0, 0, 0, 0])
      peer.send(.windowUpdate, [0, 0, 0, 0])
    },
    violation("window-too-large") { peer, _ in
      for _ in 0..<3 { peer.send(.windowUpdate, [0x7F, 0xFF, 0xFF, 0xFF]) }
    },
    violation("broken-settings") { peer, _ in peer.send(.settings, [1, 2, 3]) },
    violation("promise") { peer, stream in
      peer.send(.promise, flags: HTTP2Peer.Flag.endOfHeaders, stream: stream, [0, 0, 0, 2, 0x82])
    },
    violation("many-pings") { peer, _ in
      for _ in 0..<20_000 { peer.send(.ping, [UInt8](repeating: 0, count: 8)) }
    },
    violation("many-settings") { peer, _ in for _ in 0..<20_000 { peer.send(.settings) } },
    violation("version-1") { peer, _ in
      peer.connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    },
  ]

  private static func violation(
    _ name: String, _ act: @escaping @Sendable (inout HTTP2Peer, UInt32) -> Void
  ) -> Breakage {
    Breakage(name: name, broken: .ends, neighbors: .ends, isViolation: true) { peer, streams in
      act(&peer, streams[0])
      for stream in streams { peer.answer(stream, body) }
    }
  }
}
