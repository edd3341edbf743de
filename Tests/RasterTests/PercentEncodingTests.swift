import FoundationEssentials
import Raster
import TestSupport
import Testing

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

  @Test(arguments: [
    ("https://h/a%20b c.png", "https://h/a%20b%20c.png"),
    ("https://h/ä.png?x=ö#ü", "https://h/%C3%A4.png?x=%C3%B6#%C3%BC"),
    ("https://h/100%.png", "https://h/100%25.png"),
    ("https://h/%zz%4", "https://h/%25zz%254"),
    ("https://h/a[1]{x}|^`\"<>\\", "https://h/a%5B1%5D%7Bx%7D%7C%5E%60%22%3C%3E%5C"),
    ("https://h/?a[]=1&b=c%2Fd", "https://h/?a%5B%5D=1&b=c%2Fd"),
    ("https://h/a#b#c", "https://h/a#b%23c"),
    ("https://[::1]:8080/a b", "https://[::1]:8080/a%20b"),
    ("https://me:p%40ss@h/x y", "https://me:p%40ss@h/x%20y"),
    ("data:image/svg+xml,<svg a='b'/>", "data:image/svg+xml,%3Csvg%20a='b'/%3E"),
    ("file:///a b%20c", "file:///a%20b%20c"),
    ("/a b?c d", "/a%20b?c%20d"), ("a b", "a%20b"), ("//h/a b", "//h/a%20b"),
    ("https://h", "https://h"), ("", ""),
  ])
  func `characters that no URL may have are escaped, and escapes stay`(
    text: String, escaped: String
  ) {
    #expect(PercentEncoding.escaped(text) == escaped)
    #expect(PercentEncoding.escaped(escaped) == escaped)
    if !text.isEmpty, !text.contains("[::1]") {
      #expect(URL(escaping: text)?.relativeString == escaped)
    }
  }

  @Test func `escaping is done after once, for any text`() {
    var random = SeededRandom(seed: 5)
    let pieces = [
      "%", "%4", "%41", "a", "/", "?", "#", " ", "ü", "[", "]", ":", "//", "@", "\u{1}",
    ]
    for _ in 0..<2_000 {
      let length = Int.random(in: 0..<12, using: &random)
      let text = (0..<length).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      let escaped = PercentEncoding.escaped("https://h/" + text)
      #expect(PercentEncoding.escaped(escaped) == escaped)
      #expect(URL(string: escaped, encodingInvalidCharacters: false)?.absoluteString == escaped)
    }
  }
}
