import DiskCache
import FoundationEssentials
import ImageDecoding
import ImageRequests
import LoadingTestSupport
import Raster
import Testing

@testable import LoadPlanning

/// Loads that differ in the header fields of their requests.
@Suite struct LoadHeadersTests {
  private let plain: ImageRequest
  private let mine: ImageRequest
  private let yours: ImageRequest

  init() throws {
    plain = try request("a")
    var (mine, yours) = (plain, plain)
    mine.headers = ["Cookie": "me"]
    yours.headers = ["Cookie": "you"]
    (self.mine, self.yours) = (mine, yours)
  }

  @Test func `equal fields share a load, others are loads of their own`() {
    var transcript = GraphTranscript()
    var mineInCapitals = plain
    mineInCapitals.headers = ["COOKIE": "me"]
    #expect(transcript.join(transcript.task(mine)) == ["fetch a"])
    #expect(transcript.join(transcript.task(mineInCapitals)) == [])
    #expect(transcript.join(transcript.task(yours)) == ["fetch a"])
    #expect(transcript.join(transcript.task(plain)) == ["fetch a"])
    #expect(transcript.graph.statistics.transfers == 3)
  }

  @Test func `two sizes with equal fields share a transfer`() throws {
    var transcript = GraphTranscript()
    var large = try request("a", side: 9)
    large.headers = mine.headers
    #expect(transcript.join(transcript.task(mine)) == ["fetch a"])
    #expect(transcript.join(transcript.task(large)) == [])
  }

  @Test func `the disk cache is neither asked nor told`() {
    var transcript = GraphTranscript { $0.hasDataCache = true }
    #expect(transcript.join(transcript.task(mine)) == ["fetch a"])
    #expect(transcript.fetched(mine.url) == ["decode a normal"])
    let broken = ImageError.decoding(.corrupt(format: "JPEG", reason: "its end is missing"))
    #expect(transcript.worked(mine, .failure(broken)) == ["deliver a: \(broken)"])
    var offline = mine
    offline.cachePolicy = .cacheOnly
    #expect(transcript.join(transcript.task(offline)) == ["deliver a: not in the cache"])
  }

  @Test func `nobody continues what another has begun`() {
    var transcript = GraphTranscript()
    let head = ResponseHead(
      status: 200, expectedBytes: 10,
      fields: HeaderFields(["ETag": "\"v1\"", "Accept-Ranges": "bytes"]))
    let task = transcript.task(mine)
    _ = transcript.join(task)
    _ = transcript.fetch(mine.url, .response(head), .data(Data([1, 2, 3, 4])))
    _ = transcript.leave(task)
    #expect(transcript.join(transcript.task(yours)) == ["fetch a"])
    #expect(transcript.join(transcript.task(plain)) == ["fetch a"])
    #expect(transcript.join(transcript.task(mine)) == ["fetch a from 4 if \"v1\""])
  }

  @Test(arguments: ["file:///a.png", "data:image/png;base64,A"])
  func `a file and a data URL ignore them, good and bad`(text: String) throws {
    var transcript = GraphTranscript()
    let url = try #require(URL(string: text))
    let plain = ImageRequest(url: url, targetSize: PixelSize(width: 4, height: 4))
    var named = plain
    named.headers = ["Host": "\n"]
    #expect(named == plain)
    #expect(transcript.join(transcript.task(named)).first?.hasPrefix("decode") == true)
  }

  @Test func `a name in two spellings is refused`() {
    var transcript = GraphTranscript()
    var twice = plain
    twice.headers = ["x-key": "a", "X-Key": "a"]
    #expect(
      transcript.join(transcript.task(twice)) == [
        "deliver a: the header field “x-key” cannot be sent: correct its name or value, or leave it out"
      ])
  }

  @Test func `no trace, error or description has a value`() throws {
    var transcript = GraphTranscript()
    _ = transcript.join(transcript.task(mine))
    _ = transcript.failed(mine.url, .status(404))
    var wrong = plain
    wrong.headers = ["Cookie: secret": "secret\n"]
    _ = transcript.join(transcript.task(wrong))
    #expect(transcript.traces.count == 2)
    var secret = plain
    secret.headers = ["Cookie": "secret"]
    let fetch = DataRequest(url: plain.url, headers: secret.headers)
    var dumped = ""
    dump((secret, secret.key, fetch, LoadKey.picture(secret)), to: &dumped)
    for text in [
      "\(transcript.traces)", "\(secret)", "\([secret.key])", "\(fetch)",
      String(reflecting: secret), dumped,
    ] {
      #expect(!text.contains("secret"), "\(text)")
    }
    #expect("\(secret)".contains("Cookie"))
  }
}
