import Testing

@testable import DiskCache

@Suite struct CacheKeyTests {
  /// FIPS 180-2, B.1.
  @Test func `a key is the SHA-256 of the identity`() throws {
    let key = try #require(CacheKey("abc"))
    #expect(
      key.folderName + key.fileName
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `a key is found again by its names`() throws {
    for number in 0..<100 {
      let key = try #require(CacheKey("\(number)"))
      #expect(CacheKey(folderName: key.folderName, fileName: key.fileName) == key)
    }
  }

  @Test func `a path without 2 and 62 lowercase hexadecimal digits names no key`() {
    let name = String(repeating: "a", count: 62)
    #expect(CacheKey(folderName: "0f", fileName: name) != nil)
    for (folder, file) in [
      ("0F", name), ("0", name + "a"), ("0fa", String(name.dropLast())), ("0g", name), ("", name),
      ("0f", name + "a"), ("0f", String(name.dropLast())), ("0f", "é" + name.dropLast(2)),
      ("é", name), ("0f", ""),
    ] {
      #expect(CacheKey(folderName: folder, fileName: file) == nil, "\(folder)/\(file)")
    }
  }

  @Test func `spellings that are equal as text are different identities`() {
    #expect(CacheKey("\u{e9}") != CacheKey("e\u{301}"))
    #expect(CacheKey("") == nil)
  }
}
