import Foundation
import FoundationNetworking
import Testing

@testable import CurlTransport

struct CurlRequestTests {
  private func request(_ text: String, _ change: (inout URLRequest) -> Void = { _ in }) throws
    -> URLRequest
  {
    var request = URLRequest(url: try #require(URL(string: text)))
    change(&request)
    return request
  }

  @Test func `a value brings no lines of its own`() throws {
    let request = try request("http://a.test/") {
      $0.setValue("b\r\nHost: evil", forHTTPHeaderField: "A")
      $0.setValue("", forHTTPHeaderField: "Empty")
      $0.setValue("d", forHTTPHeaderField: "C")
    }
    #expect(try Set(CurlRequest(request).lines) == ["C: d", "Empty;"])
  }

  @Test func `a default gives way to a field of the same name`() throws {
    let defaults = [RequestField("Accept", "a/b"), RequestField("D", "e")].compactMap(\.self)
    let request = try request("http://a.test/") {
      $0.setValue("c/d", forHTTPHeaderField: "accept")
    }
    let lines = try CurlRequest(request, defaults: defaults).lines
    #expect(Set(lines.map { $0.lowercased() }) == ["accept: c/d", "d: e"])
  }

  @Test func `the body is unpacked unless the request says how it may be packed`() throws {
    #expect(try CurlRequest(request("http://a.test/")).isUnpacked)
    let own = try request("http://a.test/") {
      $0.setValue("identity", forHTTPHeaderField: "accept-encoding")
    }
    #expect(try !CurlRequest(own).isUnpacked)
    let defaults = [RequestField("ACCEPT-Encoding", "identity")].compactMap(\.self)
    #expect(try !CurlRequest(request("http://a.test/"), defaults: defaults).isUnpacked)
  }

  @Test(arguments: [("ftp://a.test/", "GET"), ("file:///a", "GET"), ("http://a.test/", "POST")])
  func `requests other than GET and HEAD are left to other protocols`(url: String, method: String)
    throws
  {
    let request = try request(url) { $0.httpMethod = method }
    #expect(!CurlURLProtocol.canInit(with: request))
    #expect(throws: URLError(.unsupportedURL)) { try CurlRequest(request) }
  }

  @Test(arguments: [("HTTP://a.test/", "GET"), ("https://[::1]:8/", "HEAD")])
  func `GET and HEAD requests to servers are accepted`(url: String, method: String) throws {
    let request = try request(url) { $0.httpMethod = method }
    #expect(CurlURLProtocol.canInit(with: request))
    #expect(try CurlRequest(request).isHeadOnly == (method == "HEAD"))
  }

  @Test(arguments: [(0.2, 1), (15, 15), (15.2, 16), (1e9, 86_400), (-1, 1)])
  func `patience is whole seconds`(interval: TimeInterval, seconds: Int) throws {
    let request = try request("http://a.test/") { $0.timeoutInterval = interval }
    #expect(try CurlRequest(request).patience == seconds)
  }
}
