import Foundation
import LoadingTestSupport
import TestSupport
import Testing

@testable import ImageLoading

/// The servers that are trusted over TLS.
///
/// Each test is a process of its own. The environment says whom to trust, and no other thread may
/// read it while it is written.
@Suite(
  .enabled(if: Nginx.path != nil, "nginx is not installed"), .ownThread, .timeLimit(.minutes(3)))
struct CertificateTests {
  /// Returns the events of a request to a site, which the process must trust or refuse.
  private static func events(
    _ site: Site, of nginx: Nginx, host: String = "127.0.0.1"
  ) async throws -> EventLog {
    let limits = ImageLimits(timeout: patience)
    let url = try nginx.url("whole", site, host: host)
    return await DataLoader().events(for: DataRequest(url: url, limits: limits))
  }

  @Test func `an authority in SSL_CERT_FILE is trusted, for the right name and in time`() async {
    await #expect(processExitsWith: .success) {
      let nginx = try Nginx([.trusted, .expired, .misnamed, .foreign])
      setenv("SSL_CERT_FILE", nginx.folder.appendingPathComponent("authority.pem").path, 1)
      for host in ["127.0.0.1", "localhost"] {
        let events = try await Self.events(.trusted, of: nginx, host: host)
        #expect(
          events.body.elementsEqual(nginx.body), "\(host): \(String(describing: events.error))")
      }
      for site in [Site.expired, .misnamed, .foreign] {
        let events = try await Self.events(site, of: nginx)
        guard case .connection(_, let reason) = events.error else {
          Issue.record("\(site): \(String(describing: events.error))")
          continue
        }
        #expect(reason.lowercased().contains("ssl"), "\(site)")
        #expect(events.heads.isEmpty)
      }
    }
  }

  @Test func `an authority in SSL_CERT_DIR is trusted`() async {
    await #expect(processExitsWith: .success) {
      let nginx = try Nginx([.trusted, .foreign])
      setenv("SSL_CERT_DIR", try Authority.makeFolder(in: nginx.folder).path, 1)
      #expect(try await Self.events(.trusted, of: nginx).error == nil)
      #expect(try await Self.events(.foreign, of: nginx).error != nil)
    }
  }

  @Test(arguments: ["", "/nowhere.pem"])
  func `without a usable file nobody new is trusted`(file: String) async {
    await #expect(processExitsWith: .success) { [file] in
      let nginx = try Nginx([.trusted])
      setenv("SSL_CERT_FILE", file, 1)
      let events = try await Self.events(.trusted, of: nginx)
      guard case .connection = events.error else {
        Issue.record("it was trusted")
        return
      }
    }
  }
}
