import Glibc

/// The way to the program's own server.
enum Loopback {
  private static let host = "127.0.0.1"

  /// Has the server reached directly, whatever proxy the environment names: libcurl would ask that for it.
  ///
  /// Call it before anything is loaded: libcurl reads the environment at every request.
  static func exemptFromProxies() {
    let names: [String] = ["no_proxy", "NO_PROXY"]
    let exempt = names.lazy.compactMap { getenv($0) }.first.map { String(cString: $0) }
    guard let exempt, !exempt.isEmpty else {
      setenv("no_proxy", host, 1)
      return
    }
    if !exempt.split(separator: ",").contains(where: { $0 == host }) {
      setenv("no_proxy", "\(exempt),\(host)", 1)
    }
  }
}
