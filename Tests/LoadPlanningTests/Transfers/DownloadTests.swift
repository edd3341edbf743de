import DiskCache
import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import TestSupport
import Testing

@testable import LoadPlanning

@Suite struct DownloadTests {
  private let body = Data((0..<100).map { UInt8($0) })

  /// A download that broke off after 40 of 100 bytes.
  private func broken(
    _ head: ResponseHead = .whole(100), after count: Int = 40
  ) throws -> Download {
    var download = Download()
    try download.accept(head)
    download.append(body.prefix(count))
    return download
  }

  private func resumed() throws -> Download {
    let beginning: PartialDownload = try #require(try broken().partial)
    return Download(resuming: beginning)
  }

  @Test func `the pieces of a body make a whole`() throws {
    var download = try broken()
    download.append(body.dropFirst(40))
    #expect(try download.finish() == body)
    #expect(download.partial == nil)
    #expect(!download.isResumed)
  }

  @Test func `a body of unknown length is whole when it ends`() throws {
    let download = try broken(.whole(nil))
    #expect(try download.finish() == body.prefix(40))
  }

  @Test func `a body that ends early is truncated`() throws {
    let download = try broken()
    #expect(throws: ImageError.truncated(bytes: 40, expected: 100)) { try download.finish() }
  }

  @Test(arguments: [0, nil]) func `not one byte is an error of its own`(count: Int?) throws {
    var download = Download()
    try download.accept(.whole(count))
    #expect(throws: ImageError.empty) { try download.finish() }
  }

  @Test func `the fraction is 0 until the total is known, and at most 1`() throws {
    var download = Download()
    #expect(download.progress.fraction == 0)
    download = try broken(.whole(nil))
    #expect(download.progress.fraction == 0)
    download = try broken(.whole(0))
    #expect(download.progress.fraction == 0)
    download = try broken()
    #expect(download.progress.fraction == 0.4)
    download.append(body)
    #expect(download.progress.fraction == 1)
  }

  @Test func `a huge announcement takes no memory`() throws {
    var download = try broken(.whole(.max))
    download.append(body)
    #expect(download.receivedBytes == 140)
  }
}

// MARK: - Resuming

extension DownloadTests {
  @Test func `it asks from its length on, if it is still the same`() throws {
    let download = try resumed()
    let validators = Validators(entityTag: "\"a\"")
    #expect(download.condition == .from(offset: 40, ifMatching: validators))
    #expect(Download().condition == .none)
  }

  @Test(arguments: ["bytes 40-99/100", "bytes 40-99/*"])
  func `a 206 continues`(range: String) throws {
    var download = try resumed()
    try download.accept(.part(range, count: 60))
    #expect(download.isResumed)
    download.append(body.dropFirst(40))
    #expect(try download.finish() == body)
  }

  @Test func `a 200 starts anew`() throws {
    var download = try resumed()
    try download.accept(.whole(3))
    #expect(!download.isResumed)
    download.append(Data([1, 2, 3]))
    #expect(try download.finish() == Data([1, 2, 3]))
  }

  @Test(arguments: [304, 404, 416, 500]) func `others bring no body`(status: Int) throws {
    var download = try resumed()
    #expect(throws: ImageError.status(status)) {
      try download.accept(ResponseHead(status: status))
    }
  }

  @Test func `a 206 that nobody asked for is an error`() {
    var download = Download()
    #expect(throws: ImageError.status(206)) { try download.accept(.part("bytes 0-99/100")) }
  }

  @Test func `progress counts from the whole`() throws {
    var download = try resumed()
    try download.accept(.part("bytes 40-99/100", count: 60))
    #expect(download.receivedBytes == 40)
    #expect(download.expectedBytes == 100)
    download.append(body[40..<50])
    #expect(download.progress.fraction == 0.5)
  }

  @Test(
    arguments: [
      .part(nil, count: 60), .part("bytes 41-99/100"), .part("bytes 39-99/100"),
      .part("bytes 0-99/100"), .part("bytes 40-98/100"), .part("bytes 40-99/101"),
      .part("bytes 40-98/99"), .part("bytes 40-109/*"), .part("bytes 40-99/100", count: 59),
      .part("bytes 40-99/100", count: 100), .part("bytes 40-99/100", ["ETag": "\"b\""]),
      .part("bytes 40-99/100", ["ETag": "W/\"a\""]), .part("bytes 40-99/100", [:]),
      .part("bytes 40-99/100", ["ETag": "\"a\"", "Content-Encoding": "gzip"]),
      .part("nonsense"),
    ] as [ResponseHead])
  func `a rest that does not fit to the byte is refused`(head: ResponseHead) throws {
    var download = try resumed()
    do {
      try download.accept(head)
      Issue.record("it was taken")
    } catch .resumption {
      #expect(download.bytes.isEmpty)
    }
  }

  @Test func `a rest that goes on beyond its end is refused`() throws {
    var download = try resumed()
    try download.accept(.part("bytes 40-99/100"))
    download.append(body)
    #expect(throws: ImageError.resumption(reason: "the server sent more than it announced")) {
      try download.finish()
    }
  }

  @Test func `however often it breaks off, the whole is right or it is no whole`() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      var download = Download()
      for _ in 0..<20 {
        let versions = ["\"a\"", "\"b\""]
        let isB = Int.random(in: 0..<10, using: &random) == 0
        let version = Data(isB ? body.reversed() : Array(body))
        let fields = ["ETag": versions[isB ? 1 : 0]]
        var next = download.partial.map { Download(resuming: $0) } ?? Download()
        let offset = next.condition.offset
        let start = offset == 0 || Bool.random(using: &random) ? 0 : offset
        let head: ResponseHead =
          start == 0 ? .whole(100, fields) : .part("bytes \(start)-99/100", fields)
        guard (try? next.accept(head)) != nil else {
          download = Download()
          continue
        }
        let end = Int.random(in: start...100, using: &random)
        next.append(version[start..<end])
        download = next
        if let whole = try? download.finish() {
          #expect(whole == body || whole.elementsEqual(body.reversed()))
          break
        }
      }
    }
  }
}
