import Foundation

/// The TCP connections of this machine's loopback, by the kernel's own list.
package enum LoopbackConnections {
  /// How many ends at a server's port are still held by somebody, the listening one aside.
  ///
  /// Unlike descriptors they can be told apart from those of tests that run at the same time.
  package static func count(port: Int) throws -> Int {
    let list = try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8)
    let suffix = ":" + String(format: "%04X", port)
    return list.split(separator: "\n").dropFirst().count { line in
      let words = line.split(separator: " ")
      guard words.count > 3 else { return false }
      // ESTABLISHED and CLOSE_WAIT: the other states outlive their descriptor.
      return (words[1].hasSuffix(suffix) || words[2].hasSuffix(suffix))
        && ["01", "08"].contains(words[3])
    }
  }
}
