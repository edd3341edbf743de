import DiskCache
import FoundationEssentials
import Testing

@testable import LoadPlanning

@Suite struct PartialDownloadTests {
  private func partial(
    _ fields: [String: String], status: Int = 200, bytes: Int = 4, of total: Int? = 10
  ) -> PartialDownload? {
    let head = ResponseHead(status: status, expectedBytes: total, fields: HeaderFields(fields))
    return PartialDownload(Data(count: bytes), of: total, head)
  }

  @Test(arguments: [200, 206]) func `a strong entity tag makes it resumable`(status: Int) {
    let partial = partial(["etag": "\"a\""], status: status)
    #expect(partial?.validators == Validators(entityTag: "\"a\""))
    #expect(partial?.totalBytes == 10)
  }

  @Test func `a tag counts for more than a date`() {
    let fields = ["ETag": "\"a\""].merging(Self.dates(secondsApart: 60)) { first, _ in first }
    #expect(partial(fields)?.validators == Validators(entityTag: "\"a\""))
  }

  @Test func `a date that is older than the response makes it resumable`() {
    let fields = Self.dates(secondsApart: 1)
    #expect(partial(fields)?.validators == Validators(lastModified: fields["Last-Modified"]))
  }

  @Test(arguments: [
    [:], ["ETag": "W/\"a\""], ["ETag": "a"], ["ETag": "\"a\", \"b\""], ["ETag": "*"],
    ["ETag": "\"a\r\nX: y\""], ["ETag": "W/\"a\"", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
    ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], dates(secondsApart: 0),
    dates(secondsApart: -1), ["Last-Modified": "yesterday", "Date": "today"],
    ["ETag": "\"a\"", "Accept-Ranges": "None"], ["ETag": "\"a\"", "Content-Encoding": "gzip"],
  ])
  func `a part without a strong validator is not kept`(fields: [String: String]) {
    #expect(partial(fields) == nil)
  }

  @Test func `a weak tag beside a good date is still another version each time`() {
    let fields = ["ETag": "W/\"a\""].merging(Self.dates(secondsApart: 60)) { first, _ in first }
    #expect(partial(fields) == nil)
  }

  @Test func `nothing, everything and other answers are no beginning`() {
    let fields = ["ETag": "\"a\""]
    #expect(partial(fields, bytes: 0) == nil)
    #expect(partial(fields, bytes: 10) == nil)
    #expect(partial(fields, of: nil) != nil)
    #expect(partial(fields, status: 203) == nil)
    #expect(partial(fields, status: 404) == nil)
  }

  private static func dates(secondsApart seconds: Int) -> [String: String] {
    [
      "Last-Modified": "Sun, 06 Nov 1994 08:49:30 GMT",
      "Date": "Sun, 06 Nov 1994 08:49:\(30 + seconds) GMT",
    ]
  }
}
