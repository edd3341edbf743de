import DiskCache
import Foundation
import LoadingTestSupport
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

/// The loader against a server that people run.
@Suite(
  .enabled(if: Nginx.path != nil, "nginx is not installed"), .ownThread, .timeLimit(.minutes(2)))
struct NginxTests {
  private let nginx: Nginx
  private let loader = DataLoader()

  init() throws {
    nginx = try Nginx()
  }

  private func events(
    _ path: String, _ condition: DataRequest.Condition = .none
  ) async throws -> EventLog {
    await loader.events(for: DataRequest(url: try nginx.url(path), condition: condition))
  }

  @Test func `a file comes whole, with what is needed to ask again`() async throws {
    let events = try await events("whole")
    #expect(events.body.elementsEqual(nginx.body))
    #expect(events.heads.first?.expectedBytes == nginx.body.count)
    let head = try #require(events.heads.first)
    #expect(Validators(head.fields).entityTag?.hasPrefix("\"") == true)
    #expect(Validators(head.fields).lastModified != nil)
    #expect(head.fields["Accept-Ranges"] == "bytes")
  }

  @Test(arguments: ["whole", "dated/whole"])
  func `an unchanged body is a 304, by tag or date`(path: String) async throws {
    let head = try #require(try await events(path).heads.first)
    let again = try await events(path, .unlessMatching(Validators(head.fields)))
    #expect(again.status == 304)
    #expect(again.error == nil)
    #expect(again.body.isEmpty)
  }

  @Test func `a changed body comes whole`() async throws {
    let head = try #require(try await events("whole").heads.first)
    try nginx.replaceBody([1, 2, 3])
    let again = try await events("whole", .unlessMatching(Validators(head.fields)))
    #expect(again.status == 200)
    #expect(again.body == Data([1, 2, 3]))
  }

  @Test func `a chunked body comes without its framing`() async throws {
    let events = try await events("chunked/whole")
    #expect(events.heads.first?.expectedBytes == nil)
    #expect(events.body.elementsEqual(nginx.body))
  }

  @Test func `a server that would compress does not, because it was not asked`() async throws {
    let events = try await events("gzip/whole")
    #expect(events.heads.first?.fields["Content-Encoding"] == nil)
    #expect(events.body.elementsEqual(nginx.body))
  }

  @Test func `a body that only claims to be compressed is refused`() async throws {
    #expect(try await events("packed/whole").error == .contentEncoding("gzip"))
  }

  @Test func `requests use connections that are there`() async throws {
    var connections: Set<Data> = []
    for _ in 0..<10 { connections.insert(try await events("connection").body) }
    // One, unless the fetches of other tests need its place meanwhile.
    #expect(connections.count < 10)
    #expect(!connections.contains(Data()))
  }

  @Test func `redirects are followed, and end`() async throws {
    #expect(try await events("moved").body.elementsEqual(nginx.body))
    #expect(try await events("round").error == .tooManyRedirects(limit: 5))
    #expect(try await events("nowhere").error == .status(404))
  }
}

// MARK: - Resuming

extension NginxTests {
  /// Fetches a file until there is something of it, and breaks off.
  private func interrupted(_ path: String) async throws -> Download {
    let log = SharedEventLog()
    let task = loader.loadData(for: DataRequest(url: try nginx.url(path))) { log.add($0) }
    await eventually("something is there") { !log.events.body.isEmpty }
    task.cancel()
    await eventually("it ends") { log.events.hasEnded }
    let events = log.events
    #expect(events.error == .cancelled)
    #expect(events.body.count < nginx.body.count)
    var download = Download()
    try download.accept(try #require(events.heads.first))
    download.append(events.body)
    return download
  }

  /// Continues a download, if it can be continued.
  private func resumed(_ partial: PartialDownload, _ path: String) async throws -> Download {
    var download = Download(resuming: partial)
    let events = try await events(path, download.condition)
    #expect(events.error == nil)
    try download.accept(try #require(events.heads.first))
    download.append(events.body)
    return download
  }

  @Test func `an interrupted transfer resumes`() async throws {
    let partial: PartialDownload = try #require(try await interrupted("slow/whole").partial)
    let download = try await resumed(partial, "whole")
    #expect(download.isResumed)
    #expect(try download.finish().elementsEqual(nginx.body))
  }

  @Test func `an interrupted transfer of a changed body starts over`() async throws {
    let partial: PartialDownload = try #require(try await interrupted("slow/whole").partial)
    let newBody = [UInt8](repeating: 9, count: nginx.body.count)
    try nginx.replaceBody(newBody + [9])
    let download = try await resumed(partial, "whole")
    #expect(!download.isResumed)
    #expect(try download.finish().elementsEqual(newBody + [9]))
  }

  @Test func `a file that was written just now has no date to go by`() async throws {
    let head = try #require(try await events("dated/whole").heads.first)
    #expect(head.fields["ETag"] == nil)
    let fileIsOlder = head.fields["Last-Modified"] != head.fields["Date"]
    #expect((head.strongValidator != nil) == fileIsOlder)
  }

  @Test func `a range beyond the end is a 416`() async throws {
    let head = try #require(try await events("whole").heads.first)
    let tag = try #require(head.strongValidator)
    let events = try await events("whole", .from(offset: nginx.body.count, ifMatching: tag))
    #expect(events.status == 416)
    #expect(events.error == .status(416))
  }
}
