import Foundation

/// The TCP connections of this machine's loopback, by the kernel's own list.
package enum LoopbackConnections {
  /// The number of connections to a server's port that a client still holds.
  ///
  /// Unlike descriptors, they do not include those of tests that run at the same time. The server's ends do not count:
  /// its thread for one may be late, or refused by the system, which is no fault of the client.
  package static func count(port: Int) throws -> Int {
    let list = try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8)
    let suffix = ":" + String(format: "%04X", port)
    return list.split(separator: "\n").dropFirst().count { line in
      let words = line.split(separator: " ")
      // ESTABLISHED and CLOSE_WAIT: the other states outlive their descriptor.
      return words.count > 3 && words[2].hasSuffix(suffix) && ["01", "08"].contains(words[3])
    }
  }
}
