import GalleryItems
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// A gallery whose items are in sections, each with a header.
@Suite struct GallerySectionTests {
  private func session(
    _ mode: GalleryLayout.Mode = .grid, count: Int = 20, sections: [Int] = [0, 5, 7, 12],
    rendition: Rendition = Rendition()
  ) -> GallerySession {
    GallerySession(
      count: count, sections: sections, screen: CellSize(columns: 100, rows: 30), mode: mode,
      rendition: rendition)
  }

  private func row(_ row: Int, of session: GallerySession) -> String {
    session.frame.textLines[row]
  }

  @Test func `a grid in sections`() throws {
    var session = session()
    session.answerAll()
    session.send([.scrolled(rows: 9)])
    try expectFrame(session.frame, is: "grid-sections")
  }

  @Test func `a list in sections, on a light terminal`() throws {
    let session = session(.list, sections: [0, 1, 3], rendition: Rendition(paper: .light))
    try expectFrame(session.frame, is: "list-sections")
  }

  @Test func `the header of the section that passes stays at the top, and none is there twice`() {
    for mode in GalleryLayout.Mode.allCases {
      var session = session(mode)
      var first = ["menu 0"]
      while true {
        let headers = session.frame.textLines.dropLast().filter { $0.contains(" pictures") }
        #expect(Set(headers).count == headers.count && row(0, of: session) == headers.first)
        let title = row(0, of: session).split(separator: "·")[0].trimmingCharacters
        if first.last != title { first.append(title) }
        let offset = session.gallery.viewport.offset
        session.send([.scrolled(rows: 1)])
        if session.gallery.viewport.offset == offset { break }
      }
      #expect(first.starts(with: ["menu 0", "group 2", "menu 2"]))
    }
  }

  @Test func `a header says how many pictures its section has`() {
    let session = session(.list, count: 4, sections: [0, 1])
    #expect(row(0, of: session).hasPrefix(" menu 0 · 1 picture"))
    #expect(row(9, of: session).hasPrefix(" group 2 · 3 pictures"))
  }

  @Test func `a title cannot write over the screen`() {
    let header = SectionHeader(
      title: "a\u{1B}[2J\n" + String(repeating: "long ", count: 99), itemCount: 7)
    var surface = Surface(size: CellSize(columns: 60, rows: 2))
    header.draw(atRow: 0, columns: 60, besides: [], into: &surface, .dark)
    #expect(surface.textLines[0].hasSuffix("· 7 pictures"))
    #expect(surface.textLines[0].contains("…") && !surface.textLines[0].contains("\u{1B}"))
    #expect(surface.textLines[1].isEmpty)
  }

  @Test func `the common part of two titles is dropped first where there is no room`() {
    let start = String(repeating: "pictures of the summer/", count: 5)
    let header = SectionHeader(title: start + "17 Lisboa", itemCount: 7)
    var surface = Surface(size: CellSize(columns: 60, rows: 1))
    header.draw(
      atRow: 0, columns: 60, besides: [start + "16 Porto"], into: &surface, .dark)
    #expect(surface.textLines[0].hasSuffix("17 Lisboa · 7 pictures"))
  }

  @Test func `up and down keep the column past a short line`() {
    var session = session()
    session.press(.right, .right)
    #expect(session.gallery.selection == 2)
    session.press(.down)
    #expect(session.gallery.selection == 4)
    session.press(.down)
    #expect(session.gallery.selection == 6)
    session.press(.down)
    #expect(session.gallery.selection == 9)
    session.press(.up, .up)
    #expect(session.gallery.selection == 4)
    session.press(.up)
    #expect(session.gallery.selection == 2)
  }

  @Test func `braces go from section to section, and show each from its beginning`() {
    var session = session(.list)
    session.type("}")
    #expect(session.gallery.selection == 5)
    #expect(row(0, of: session).hasPrefix(" group 2") && session.selectedRow == 1)
    session.press(.down)
    session.type("{")
    #expect(session.gallery.selection == 5)
    session.type("{")
    #expect(session.gallery.selection == 0 && row(0, of: session).hasPrefix(" menu 0"))
    session.type("{")
    #expect(session.gallery.selection == 0)
    session.type("}}}}}")
    #expect(session.gallery.selection == 12)
    session.press(.enter)
    session.type("{")
    #expect(session.gallery.selection == 7 && session.gallery.screen == .detail)
  }

  @Test func `without sections braces say so`() {
    var session = GallerySession()
    session.type("}")
    #expect(session.frame.text.contains("no sections here"))
  }

  @Test func `a click finds the picture that is there, and none on a header`() {
    var session = session(.list)
    session.send([.key(.click(CellPoint(column: 3, row: 9)))])
    #expect(session.gallery.selection == 1)
    session.send([.key(.click(CellPoint(column: 3, row: 0)))])
    #expect(session.gallery.selection == 1)
    session.send([.key(.click(CellPoint(column: 3, row: 8)))])
    #expect(session.gallery.selection == 0)
  }

  @Test func `one picture fills the room of the header too`() {
    let (parted, whole) = (session(), session(sections: []))
    #expect(parted.gallery.layout.content == whole.gallery.layout.content)
    #expect(parted.gallery.layout.scrolled.size.rows == whole.gallery.layout.scrolled.size.rows - 1)
  }

  @Test(arguments: GalleryLayout.Mode.allCases)
  func `turning pages shows every picture from top to bottom`(mode: GalleryLayout.Mode) {
    var session = session(
      mode, count: 400, sections: (0..<400).filter { $0 % 7 == 0 || $0 % 11 == 0 })
    var seen: Set<Int> = []
    for key in [Key.pageDown, .pageUp] {
      seen = []
      while true {
        let gallery = session.gallery
        seen.formUnion(gallery.visibleItems.filter { gallery.navigation.visibleShare(of: $0) == 1 })
        session.press(key)
        if session.gallery.selection == gallery.selection { break }
      }
      #expect(seen.count == 400, "\(mode) \(key)")
    }
  }

  @Test func `sections that come with the first pictures take the room of their header`() {
    var session = GallerySession(source: Numbered([]), isComplete: false)
    session.take(
      Numbered(0..<50, sectionSize: 20), ItemChanges(inserted: RangeSet(0..<50)))
    #expect(session.gallery.viewport.length == 23)
    #expect(row(0, of: session).hasPrefix(" menu 0 · 20 pictures"))
    session.take(Numbered(0..<50), nil)
    #expect(session.gallery.viewport.length == 24 && session.gallery.viewport.offset == 0)
  }
}

extension Substring {
  fileprivate var trimmingCharacters: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
