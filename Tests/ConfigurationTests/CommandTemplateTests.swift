import Testing

@testable import Configuration

/// Commands that a key runs on pictures.
@Suite struct CommandTemplateTests {
  private static let names = CommandTemplate.Names(
    picture: Array("/p/a b'\"$(x).jpg".utf8) + [0xFF, 0x0A],
    marked: [Array("/p/-rf".utf8), Array("/p/*".utf8)], url: Array("https://h/a%20b".utf8),
    folder: Array("/p".utf8))

  private func arguments(_ text: String) throws -> [[UInt8]] {
    try CommandTemplate(text, home: "/home/ann").arguments(with: Self.names)
  }

  private func words(_ text: String) throws -> [String] {
    try arguments(text).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a name fills its placeholder unchanged, whatever its bytes are`() throws {
    #expect(try arguments("gimp {}") == [Array("gimp".utf8), Self.names.picture])
    #expect(
      try arguments("cp -- {} {}.bak")[3] == Self.names.picture + Array(".bak".utf8))
    #expect(try words("tar cf x.tar {marked}") == ["tar", "cf", "x.tar", "/p/-rf", "/p/*"])
    #expect(try words("a --in={folder} {url}") == ["a", "--in=/p", "https://h/a%20b"])
    var one = Self.names
    one.marked = []
    #expect(
      try CommandTemplate("rm {marked}", home: nil).arguments(with: one).last == one.picture)
  }

  @Test func `blanks separate, quotes and backslashes keep`() throws {
    #expect(try words("  a\t'b  c' \"d'e\" f\\ g '' ") == ["a", "b  c", "d'e", "f g", ""])
    #expect(try words("a 'b'\"c\"d") == ["a", "bcd"])
    #expect(try words("awk '{print}' a{b c}") == ["awk", "{print}", "a{b", "c}"])
    #expect(try words("a \\| '>' 2") == ["a", "|", ">", "2"])
    #expect(try words("~/bin/x ~/y a~/z") == ["/home/ann/bin/x", "/home/ann/y", "a~/z"])
  }

  @Test(arguments: [
    ("", "empty"), ("  ", "empty"), ("{} a", "no program"), ("x{} a", "no program"),
    ("'' a", "no program"), ("a '{}'", "in quotes"), ("a \"x {marked}\"", "in quotes"),
    ("a {makred}", "did you mean {marked}?"), ("a {file}", "there are {}"),
    ("a x{marked}", "an argument of its own"), ("a 'b", "has no end"), ("a \\", "at the end"),
    ("a {} | b", "no shell"), ("a {} > b", "no shell"), ("a; b", "no shell"),
    ("a $(b)", "no shell"), ("a {} &", "no shell"),
  ])
  func `a template that would not do what it seems to is refused`(
    text: String, words: String
  ) throws {
    do {
      _ = try CommandTemplate(text, home: nil)
      Issue.record("\(text) is accepted")
    } catch {
      #expect(error.sentence.contains(words), "\(error.sentence)")
    }
  }
}
