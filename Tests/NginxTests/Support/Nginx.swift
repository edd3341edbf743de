import Foundation
import Glibc
import TestSupport
import Testing

/// An nginx of one test's own, on the loopback, with a folder of its own; it ends with the test.
final class Nginx: Sendable {
  /// The usual places of nginx; a user's `PATH` may not include them.
  static let path = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/local/bin/nginx"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The path in Debian of the module for a `.tunnel`.
  static let streamModule = "/usr/lib/nginx/modules/ngx_stream_module.so"

  static var hasStreams: Bool {
    path != nil && FileManager.default.fileExists(atPath: streamModule)
  }

  /// Runs nginx until the end of a pipe that only we hold open: it ends with us, however we end.
  ///
  /// nginx takes over the sockets that it finds in the variable `NGINX`.
  private static let script = """
    NGINX="$3" "$1" -p "$2" -e error.log -c nginx.conf -g 'daemon off;' & child=$!
    read -r line < "$2/lifeline"
    kill "$child"
    wait "$child"
    """

  /// The body that it serves as `whole`, and in other ways under other names.
  let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
  let folder: URL
  private let ports: [Site: Int]
  private let lifeline: Int32
  private let script: Script

  /// Starts it; connections that it does not accept yet wait.
  ///
  /// - Parameter upstream: the port of another server, whose answers come as `upstream`, and through the tunnel.
  init(_ sites: [Site] = [.plain], upstream: Int = 9) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("files"), withIntermediateDirectories: true)
    try Data(body).write(to: folder.appendingPathComponent("files/whole"))
    if sites != [.plain] { try Authority.certify(sites, in: folder) }

    let sockets = try sites.map { _ in try RawServer.listen() }
    defer { for socket in sockets { close(socket.descriptor) } }
    ports = Dictionary(uniqueKeysWithValues: zip(sites, sockets.map(\.port)))
    try Data(Self.configuration(ports, upstream: upstream).utf8)
      .write(to: folder.appendingPathComponent("nginx.conf"))

    let pipe = folder.appendingPathComponent("lifeline").path
    mkfifo(pipe, 0o600)
    lifeline = open(pipe, O_RDWR | O_CLOEXEC)
    let inherited = sockets.indices.map { "\(3 + $0);" }.joined()
    script = try Script(
      Self.script, [try #require(Self.path), folder.path, inherited],
      descriptors: sockets.map(\.descriptor))
  }

  deinit {
    close(lifeline)
    script.wait()
    try? FileManager.default.removeItem(at: folder)
  }

  /// A URL of one of its sites, by the address or another name of this machine.
  func url(_ path: String, _ site: Site = .plain, host: String = "127.0.0.1") throws -> URL {
    let scheme = site == .plain ? "http" : "https"
    let port = try #require(ports[site])
    return try #require(URL(string: "\(scheme)://\(host):\(port)/\(path)"))
  }

  /// Replaces what it serves.
  func replaceBody(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: folder.appendingPathComponent("files/whole"), options: .atomic)
  }

  /// Makes this process trust its authority.
  ///
  /// No other thread may look at the environment meanwhile: call it in an exit test.
  func trust() {
    setenv("SSL_CERT_FILE", folder.appendingPathComponent("authority.pem").path, 1)
  }
}
