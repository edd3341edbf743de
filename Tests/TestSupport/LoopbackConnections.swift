import Foundation

/// The TCP connections of this machine's loopback, by the kernel's own list.
package enum LoopbackConnections {
  /// The number of connection ends at a server's port that a process still holds, without the listening one.
  ///
  /// Unlike descriptors, they do not include those of tests that run at the same time.
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
