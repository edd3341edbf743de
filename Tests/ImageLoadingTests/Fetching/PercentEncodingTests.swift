import Testing

@testable import ImageLoading

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("", ""), ("abc", "abc"), ("%41%62", "Ab"), ("%", "%"), ("%4", "%4"), ("%4g", "%4g"),
    ("%%41", "%A"), ("a%2Fb", "a/b"), ("%2541", "%41"),
  ])
  func `two digits after a percent sign are a byte, anything else stays`(
    encoded: String, decoded: String
  ) {
    #expect(encoded.utf8.percentDecoded() == Array(decoded.utf8))
  }
}
