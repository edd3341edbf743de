import Glibc

/// The connection to the program's own server.
enum Loopback {
  private static let host = "127.0.0.1"
  /// All hosts; libcurl reads it so only where it stands alone.
  private static let allHosts = "*"

  /// Exempts the server from any proxy in the environment, which libcurl would use.
  ///
  /// Call it before any load: libcurl reads the environment at every request.
  static func exemptFromProxies() {
    let names: [String] = ["no_proxy", "NO_PROXY"]
    let exempt = names.lazy.compactMap { getenv($0) }.first.map { String(cString: $0) }
    setenv("no_proxy", exempting(in: exempt ?? ""), 1)
  }

  /// The hosts of a `no_proxy` variable, and the server's.
  static func exempting(in hosts: String) -> String {
    if hosts.isEmpty { return host }
    let isExempt = hosts == allHosts || hosts.split(separator: ",").contains { $0 == host }
    return isExempt ? hosts : "\(hosts),\(host)"
  }
}
