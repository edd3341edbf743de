import Foundation
import Glibc

/// This process's TCP connections on the loopback, by the kernel's list.
package enum LoopbackConnections {
  /// The number of connections to a server's port that a client in this process keeps open.
  ///
  /// One that the server has closed does not count: libcurl closes it before its next request.
  /// The server's ends do not count: its thread for one may be late, or refused by the system, which is no fault of the
  /// client. Nor do clients of other processes: one may hold a connection to a server that had the port before.
  package static func count(port: Int) throws -> Int {
    // Read the descriptors first: a socket that is opened later is in neither list, or in the second one alone.
    let sockets = try ownSockets()
    let list = try connections()
    let suffix = ":" + String(format: "%04X", port)
    return list.split(separator: "\n").dropFirst().count { line in
      let words = line.split(separator: " ")
      // 01 is ESTABLISHED.
      return words.count > 9 && words[2].hasSuffix(suffix) && words[3] == "01"
        && sockets.contains("socket:[\(words[9])]")
    }
  }

  /// The kernel's list, a connection a line.
  ///
  /// Foundation would only read the first page, because the file states no size.
  private static func connections() throws -> String {
    let descriptor = open("/proc/self/net/tcp", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    var list: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(descriptor, &page, page.count), count > 0 { list += page[..<count] }
    return String(decoding: list, as: UTF8.self)
  }

  /// The sockets among this process's descriptors, such as `socket:[1234]`.
  private static func ownSockets() throws -> Set<String> {
    let files = FileManager.default
    let folder = "/proc/self/fd"
    let names = try files.contentsOfDirectory(atPath: folder)
    // A descriptor may be closed while they are read.
    return Set(names.compactMap { try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") })
  }
}
