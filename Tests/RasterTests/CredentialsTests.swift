import TestSupport
import Testing

@testable import Raster

@Suite struct CredentialsTests {
  @Test(arguments: [
    ("http://name:secret@host/a.png", "http://host/a.png"),
    ("HTTPS://name@host:8080?q=a@b", "HTTPS://host:8080?q=a@b"),
    ("ftp://name:se@cret@host", "ftp://host"),
    ("http://name:se cret@host/a", "http://host/a"),
    ("http://na me:secret@host/a", "http://host/a"),
    ("http://name:se/cret@host/a", "http://host/a"),
    ("http://name:se?cr#et@host/a@2x.png", "http://2x.png"),
    ("http:/name:secret@host/a", "http:/host/a"),
    ("http:name:secret@host", "http:host"),
    ("http://name:secret@{index}/{width}x{height}", "http://{index}/{width}x{height}"),
    (
      "Unexpected arguments 'http://name:secret@a', 'http://b:secret@[::1]:80/'",
      "Unexpected arguments 'http://a', 'http://[::1]:80/'"
    ),
  ])
  func `names and passwords are taken out of URLs`(text: String, shown: String) {
    #expect(Credentials.removed(from: text) == shown)
  }

  @Test(arguments: [
    "http://host/a@2x.png", "http://host:80/a@2x.png", "https://[::1]:80/a@b", "me@host: refused",
    "/folder/a@b:c.png", "data:image/png;base64,aGk=", "see http://host/", "", "12:30 @ home",
    "http://",
  ])
  func `everything else stays`(text: String) {
    #expect(Credentials.removed(from: text) == text)
  }

  @Test func `no secret is left of a URL, however it is cut into a text`() {
    let letters = Array("a:/@ ?#'h\n")
    var random = SeededRandom(seed: 1)
    for _ in 0..<5_000 {
      let before = String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
      let text = "\(before)http://name:SECRET@host/"
      #expect(!Credentials.removed(from: text).contains("SECRET"), "\(text.debugDescription)")
    }
  }
}
