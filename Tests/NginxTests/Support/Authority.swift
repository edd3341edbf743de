import Foundation
import Testing

/// A certificate authority for tests, by the openssl command.
enum Authority {
  /// Writes `authority.pem`, and a certificate and a key for each site.
  static func certify(_ sites: [Site], in folder: URL) throws {
    try makeAuthority("authority", in: folder)
    try makeAuthority("stranger", in: folder)
    for site in sites where site != .plain {
      let names =
        site == .misnamed ? "DNS:elsewhere.test" : "IP:127.0.0.1,DNS:localhost,DNS:*.peer.localhost"
      let extensions = folder.appendingPathComponent("\(site).ext")
      try Data("subjectAltName=\(names)".utf8).write(to: extensions)
      let authority = site == .foreign ? "stranger" : "authority"
      try openssl(
        "req \(newKey) -keyout \(site).key -out \(site).csr -subj /CN=\(site)", in: folder)
      try openssl(
        """
        x509 -req -in \(site).csr -out \(site).pem -CA \(authority).pem -CAkey \(authority).key \
        -extfile \(site).ext -days \(site == .expired ? -1 : 2)
        """, in: folder)
    }
  }

  /// Makes the folder `authorities`, in which openssl finds `authority.pem` by its hash.
  static func makeFolder(in folder: URL) throws -> URL {
    let authorities = folder.appendingPathComponent("authorities")
    try FileManager.default.createDirectory(at: authorities, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent("authority.pem"),
      to: authorities.appendingPathComponent("authority.pem"))
    try openssl("rehash authorities", in: folder)
    return authorities
  }

  private static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"

  private static func makeAuthority(_ name: String, in folder: URL) throws {
    try openssl(
      "req -x509 \(newKey) -keyout \(name).key -out \(name).pem -subj /CN=\(name) -days 2",
      in: folder)
  }

  /// Runs openssl in a folder; the words of its arguments hold no spaces.
  private static func openssl(_ arguments: String, in folder: URL) throws {
    let errors = folder.appendingPathComponent("openssl.log").path
    let status = try Script(
      "cd \"$1\" && exec openssl \(arguments)", [folder.path], errors: errors
    ).wait()
    try #require(
      status == 0,
      "openssl \(arguments): \((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")")
  }
}
