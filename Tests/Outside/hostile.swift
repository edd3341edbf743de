// For `make test-outside`: answers that end a process by FoundationNetworking's own protocol of Swift 6.3. A server in
// this process gives each to a pipeline and to a URLSession with the protocol class. Then both load the picture whose
// URL is the argument.
import CurlTransport
import Foundation
import FoundationNetworking
import Glibc
import ImageLoading
import Raster

/// Answers `/0`, `/1` and so on, and closes the connection after each.
enum HostileServer {
  static let answers = [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775296\r\n\r\n",
    "http/1.1 200 OK\r\nContent-",
    "HTTP/1.1 200 OK\r\nContent-",
    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n",
  ]

  /// Listens on the loopback, and returns the port.
  static func start() -> UInt16 {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return bind(listener, address, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    precondition(isListening, "no port is free")
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        var request = [UInt8](repeating: 0, count: 4_096)
        let count = recv(connection, &request, request.count, 0)
        let path = String(decoding: request.prefix(max(0, count)), as: UTF8.self)
          .split(separator: " ").dropFirst().first
        if let number = path.flatMap({ Int($0.dropFirst()) }), answers.indices.contains(number) {
          let answer = answers[number]
          send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
        }
        close(connection)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// A client that describes the outcome of each URL.
struct Client {
  private let pipeline = ImagePipeline()
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.protocolClasses = [CurlURLProtocol.self]
    session = URLSession(configuration: configuration)
  }

  func picture(_ url: URL) async -> String {
    let request = ImageRequest(url: url, targetSize: PixelSize(width: 320, height: 240))
    do { return "\(try await pipeline.image(for: request).size)" } catch { return "\(error)" }
  }

  func bytes(_ url: URL) async -> String {
    await withCheckedContinuation { continuation in
      session.dataTask(with: url) { data, response, error in
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        let outcome = error?.localizedDescription ?? "\(status), \(data?.count ?? 0) bytes"
        continuation.resume(returning: outcome)
      }.resume()
    }
  }
}

let client = Client()
let port = HostileServer.start()
let hostile = HostileServer.answers.indices.map { "http://127.0.0.1:\(port)/\($0)" }
for url in (hostile + CommandLine.arguments.dropFirst()).compactMap(URL.init(string:)) {
  async let picture = client.picture(url)
  async let bytes = client.bytes(url)
  print("pipeline: \(await picture); URLSession: \(await bytes)")
}
