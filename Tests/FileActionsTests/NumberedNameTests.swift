import Testing

@testable import FileActions

/// The names of files whose names are taken.
@Suite struct NumberedNameTests {
  private func names(
    _ names: String..., stem: Int, at attempt: Int, limit: Int = 255
  ) -> [String] {
    NumberedName(names.map { Array($0.utf8) }, stemLength: stem, limit: limit).names(at: attempt)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a number stands before the extension`() {
    #expect(names("photo.jpg", stem: 5, at: 0) == ["photo.jpg"])
    #expect(names("photo.jpg", stem: 5, at: 1) == ["photo (2).jpg"])
    #expect(names("photo.jpg", stem: 5, at: 9) == ["photo (10).jpg"])
    #expect(names("photo", stem: 5, at: 1) == ["photo (2)"])
  }

  @Test func `a numbered name gets the next number`() {
    #expect(names("photo (2).jpg", stem: 9, at: 0) == ["photo (2).jpg"])
    #expect(names("photo (2).jpg", stem: 9, at: 1) == ["photo (3).jpg"])
    #expect(names("photo (02).jpg", stem: 10, at: 1) == ["photo (02) (2).jpg"])
    #expect(names("(2).jpg", stem: 3, at: 1) == ["(2) (2).jpg"])
  }

  @Test func `all files of a picture get the same number`() {
    #expect(
      names("p.jpg", "p.CR2", "p.xmp", "p.jpg.xmp", stem: 1, at: 1)
        == ["p (2).jpg", "p (2).CR2", "p (2).xmp", "p (2).jpg.xmp"])
  }

  @Test func `a long name is cut before its number, between characters`() throws {
    let name = String(repeating: "ä", count: 125) + ".jpg"
    let new = try #require(names(name, stem: 250, at: 1).first)
    #expect(new.utf8.count <= 255 && new.hasSuffix("ä (2).jpg") && !new.contains("\u{FFFD}"))
    let trashed = try #require(names(name, stem: 250, at: 0, limit: 245).first)
    #expect(trashed.utf8.count <= 245 && trashed.hasSuffix("ä.jpg"))
  }

  @Test func `a stem ends before the last dot of a short extension`() {
    func length(_ name: String) -> Int { NumberedName.stemLength(of: Array(name.utf8)) }
    #expect(length("photo.jpg") == 5 && length("a.b.jpg") == 3)
    #expect(length(".jpg") == 4 && length("photo") == 5)
    let long = "a." + String(repeating: "b", count: 250)
    #expect(length(long) == 252)
  }

  @Test func `ten thousand equal names are numbered without trying all numbers again`() {
    var choice = NameChoice()
    var tries = 0
    let name = NumberedName([Array("x.jpg".utf8)], stemLength: 1)
    for _ in 0..<10_000 {
      _ = choice.choose(name) { _ in
        tries += 1
        return false
      }
    }
    #expect(tries == 10_000)
  }
}
