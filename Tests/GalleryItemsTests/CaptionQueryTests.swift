import GalleryItems
import TestSupport
import Testing

@Suite struct CaptionQueryTests {
  private static func mayMatch(_ query: String, _ bytes: String) -> Bool {
    Array(bytes.utf8).withUnsafeBytes(CaptionQuery(query).mayMatch)
  }

  @Test func `letters match in either case`() {
    let query = CaptionQuery("sunset")
    #expect(query.matches("a sunset.jpg") && query.matches("SUNSET") && !query.matches("sun set"))
    #expect(Self.mayMatch("sunset", "x/SUNset.jpg") && !Self.mayMatch("sunset", "x/sun.jpg"))
  }

  @Test func `the case of a text with a capital letter counts`() {
    let query = CaptionQuery("SunSet")
    #expect(query.matches("a SunSet.jpg") && !query.matches("SUNSET") && !query.matches("sunset"))
    #expect(CaptionQuery("Ärger").matches("kein Ärger") && !CaptionQuery("Ärger").matches("ärger"))
  }

  @Test(arguments: [
    ("cafe", "Café"), ("café", "cafe"), ("cafe", "cafe\u{301}"), ("smorgas", "Smörgås"),
    ("ω", "ώ"), ("елка", "ёлка"), ("и", "й"), ("й", "и\u{306}"), ("Viet", "Việt Nam"),
    ("o", "ø"), ("が", "が"),
  ])
  func `accents do not count`(text: String, caption: String) {
    #expect(CaptionQuery(text).matches(caption))
    #expect(Self.mayMatch(text, caption))
  }

  @Test(arguments: [
    ("a b", "x/a%20b.jpg"), ("é", "caf\u{65}\u{301}.jpg"), ("k", "\u{212A}elvin"),
    ("say \"hi\"", "\"say \"\"hi\"\"\""), ("one two", "one\ntwo"),
    ("tab", #"{"title":"\u0074ab"}"#),
  ])
  func `bytes are never ruled out if the caption that is made of them may match`(
    query: String, bytes: String
  ) {
    #expect(Self.mayMatch(query, bytes))
  }

  @Test(arguments: ["é", "k", "e", "%", "a", "ä1", "\u{301}", "ſ", "i"])
  func `a caption has a text just if its letters do`(text: String) {
    let letters: [Character: Character] = ["é": "e", "ä": "a", "i\u{307}": "i"]
    func plain(_ text: String) -> String {
      String(text.lowercased().filter { $0 != "\u{301}" }.map { letters[$0] ?? $0 })
    }
    let query = CaptionQuery(text)
    for caption in [
      "café", "cafe\u{301}", "CAFÉ", "\u{212A}elvin", "Kelvin", "100 %", "Ä1", "a\u{308}1", "ſ",
      "S",
      "İ", "i\u{307}", "", "plain",
    ] {
      let expected = plain(caption).contains(plain(text))
      #expect(query.matches(caption) == expected, "\(caption)")
    }
  }

  @Test func `random captions of ASCII letters have a text just if their letters do`() {
    var random = SeededRandom(seed: 3)
    let letters = Array("aAbB.-_%\\ 1")
    func text(_ most: Int) -> String {
      String(
        (0..<Int.random(in: 1...most, using: &random)).map { _ in
          letters[Int.random(in: 0..<letters.count, using: &random)]
        })
    }
    for _ in 0..<3_000 {
      let (caption, typed) = (text(8), text(3))
      let isCaseSensitive = typed.contains(where: \.isUppercase)
      let expected = (isCaseSensitive ? caption : caption.lowercased()).contains(typed)
      #expect(CaptionQuery(typed).matches(caption) == expected, "\(typed) in \(caption)")
    }
  }

  @Test func `a text is ruled out by its longest part that stands for itself`() {
    #expect(!Self.mayMatch("red sunset", "red dawn"))
    #expect(Self.mayMatch("red sunset", "sunset, not so"))
    #expect(Self.mayMatch("ends", "this ends") && !Self.mayMatch("ends", "this end"))
    #expect(!Self.mayMatch("a", "") && Self.mayMatch("", ""))
  }
}
