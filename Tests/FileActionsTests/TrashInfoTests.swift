import Testing

@testable import FileActions

/// The notes of files in a trash.
@Suite struct TrashInfoTests {
  @Test func `a note keeps every byte of a path`() {
    let path = (1...255).map { UInt8($0) }
    let info = TrashInfo(path: path, date: "2026-11-28T02:03:04")
    #expect(TrashInfo(info.text) == info)
    #expect(info.text.allSatisfy { $0 == 10 || (32..<127).contains($0) })
  }

  @Test func `the first path and date of a note count, whatever else is in it`() {
    let text = "[Trash Info]\r\nX=1\nPath=/a%20b\r\nPath=/c\nDeletionDate=2020-01-01T00:00:00\n"
    #expect(
      TrashInfo(Array(text.utf8))
        == TrashInfo(path: Array("/a b".utf8), date: "2020-01-01T00:00:00"))
  }

  @Test(arguments: [
    "", "Path=/a\n", "[Trash Info]\n", "[Trash Info]\nPath=\n", "[Trash Info]\nPath=/a/../b\n",
    "[Trash Info]\nPath=../b\n", "[Trash Info]\nPath=/a%00b\n",
  ])
  func `a note that leads elsewhere or nowhere is refused`(text: String) {
    #expect(TrashInfo(Array(text.utf8)) == nil)
  }

  @Test func `a relative path is below the top folder, and none is at home`() {
    let relative = TrashInfo(path: Array("c/x.jpg".utf8), date: "")
    #expect(
      relative.origin(topFolder: Array("/media/card".utf8))?.path
        == Array("/media/card/c/x.jpg".utf8))
    #expect(relative.origin(topFolder: nil) == nil)
  }
}
