import FoundationEssentials
import ImageRequests
import Testing

@testable import LocalPictures

@Suite struct DataURLTests {
  private func bytes(_ text: String, maxBytes: Int = 1_000) throws -> Data {
    try DataURL(try #require(URL(string: text))).bytes(maxBytes: maxBytes)
  }

  @Test(arguments: [
    ("data:,A%20brief%20note", "A brief note"),
    ("data:text/plain;charset=utf-8,a,b", "a,b"),
    ("data:image/png;base64,aGVsbG8=", "hello"),
    ("data:image/png;BASE64,aGVs%0AbG8%3D", "hello"),
    ("DATA:;base64,aGVsbG8=", "hello"),
    ("data:,", ""),
  ])
  func `the bytes follow the comma`(text: String, content: String) throws {
    #expect(try bytes(text) == Data(content.utf8))
  }

  @Test(arguments: ["data:", "data:image/png;base64", "data:image/png;base64,A"])
  func `a malformed data URL is a bad URL`(text: String) throws {
    #expect(throws: ImageError.badURL(text)) { try bytes(text) }
  }

  @Test func `the limit holds before and after decoding`() throws {
    let long = "data:," + String(repeating: "a", count: 1_001)
    #expect(throws: ImageError.tooLarge(bytes: 1_001, limit: 1_000)) { try bytes(long) }
    let longer = "data:," + String(repeating: "%41", count: 2_000)
    #expect(throws: ImageError.tooLarge(bytes: 2_000, limit: 1_000)) { try bytes(longer) }
  }
}
