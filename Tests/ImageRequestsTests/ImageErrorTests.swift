import Glibc
import ImageDecoding
import Testing

@testable import ImageRequests

@Suite struct ImageErrorTests {
  @Test(arguments: [
    (ImageError.status(404), "the server answered 404"),
    (.timedOut(after: .seconds(15)), "no answer for 15 s"),
    (.timedOut(after: .milliseconds(300)), "no answer for 0.3 s"),
    (.tooLarge(bytes: 9, limit: 5), "too large: 9 bytes, the limit is 5"),
    (.truncated(bytes: 3, expected: 100), "cut off after 3 of 100 bytes"),
    (
      .file(path: "/a", code: ENOENT, reason: "No such file or directory"),
      "/a: No such file or directory"
    ),
    (
      .tooSlow(bytesPerSecond: 3, minimum: 128),
      "too slow: 3 bytes a second, at least 128 are needed"
    ),
    (
      .resumption(reason: "the file has changed"),
      "could not resume: the file has changed"
    ),
    (.connection(code: -1005, reason: "Connection reset"), "no connection: Connection reset"),
    (.file(path: "/b", code: nil, reason: "not a regular file"), "/b: not a regular file"),
    (
      .badHeader(name: "Ho\nst"),
      "the header field “Ho·st” cannot be sent: correct its name or value, or leave it out"
    ),
    (.invalidated, "no more pictures are loaded"),
    (.decoding(.unknownFormat), "not a picture of a known format"),
  ])
  func `an error is a sentence`(error: ImageError, sentence: String) {
    #expect("\(error)" == sentence)
  }

  @Test func `quotations of a server are short and harmless`() {
    let hostile = "\u{1B}[2J\n\u{202E}" + String(repeating: "x", count: 1_000)
    let text = "\(ImageError.contentType(hostile))"
    #expect(text.hasPrefix("not an image (·[2J··xxx"))
    #expect(text.count < 200)
  }
}
