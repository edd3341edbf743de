import FoundationEssentials
import GalleryItems
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

@Suite struct GalleryFilterTests {
  private static let photos = ["a.jpg", "b.png", "c.jpeg", "d.jpg"].map { "http://x/\($0)" }

  private func shown(_ session: GallerySession) -> [Int] {
    let items = session.gallery.items
    return (0..<items.itemCount).map { items.id(at: $0).rawValue }
  }

  private func status(_ session: GallerySession) -> String {
    session.frame.textLines.last ?? ""
  }

  @Test func `a text filters while it is typed, and the status line counts the hidden items`() {
    var session = GallerySession()
    session.type("&food 7")
    #expect(shown(session) == [7] + Array(70..<80))
    #expect(status(session).contains("&food 7▏"))
    session.press(.character("3"))
    #expect(shown(session) == [73])
    session.press(.enter)
    #expect(status(session).contains("“food 73”: 99 hidden"))
    #expect(session.frame.text.contains("food 73"))
  }

  @Test func `the selection stays on its item, and comes back to it`() {
    var session = GallerySession()
    session.enter(":43")
    session.type("&food 4")
    #expect(session.selected == 42)
    session.type("5")
    #expect(session.selected == 45, "the next one that is shown")
    session.press(.backspace)
    #expect(session.selected == 42)
    session.press(.enter)
    session.press(.escape)
    #expect(session.selected == 42 && session.gallery.itemCount == 100)
  }

  @Test func `Esc at the line goes back to the former filter, and the next one to all items`() {
    var session = GallerySession()
    session.type("&food 1")
    session.press(.enter)
    session.type("&2")
    #expect(session.gallery.finder.prompt?.text == "food 12")
    session.press(.escape)
    #expect(session.gallery.itemCount == 11)
    session.press(.escape)
    #expect(session.gallery.itemCount == 100)
    session.press(.escape)
    #expect(session.gallery.notice == "these are all pictures; q quits")
  }

  @Test func `Esc closes one thing at a time`() {
    var session = GallerySession()
    session.enter("&food 1")
    session.press(.character("V"), .down, .enter)
    session.press(.escape)
    #expect(session.gallery.screen == .tiles && session.gallery.marks.rangeStart != nil)
    session.press(.escape)
    #expect(session.gallery.marks.rangeStart == nil && session.gallery.itemCount == 11)
    session.press(.escape)
    #expect(session.gallery.itemCount == 100)
  }

  @Test func `a filter without items says so, and how to see all again`() {
    var session = GallerySession()
    session.type("&none")
    #expect(session.frame.text.contains("no picture matches “none”; Esc shows all 100"))
    session.press(.enter)
    #expect(status(session).contains("no picture matches “none”; Esc shows all 100"))
    #expect(!session.effects.contains { if case .session = $0 { true } else { false } })
    session.press(.escape)
    #expect(session.gallery.itemCount == 100)
  }

  @Test func `t and a key show marked items, and follow the marks`() {
    var session = GallerySession()
    session.press(.character(" "), .down, .character(" "))
    session.press(.character("t"))
    #expect(status(session).contains("only: m marked · f format · l landscape"))
    session.press(.character("m"))
    #expect(shown(session) == [0, 2])
    session.press(.home, .character(" "))
    #expect(shown(session) == [2])
    session.press(.character("t"), .character("m"))
    #expect(session.gallery.itemCount == 100)
  }

  @Test func `t x shows failed items until they are there`() {
    var session = GallerySession()
    session.send([.pictureFailed(session.loads[1].key, reason: "gone")])
    session.press(.character("t"), .character("x"))
    #expect(shown(session) == [1])
    #expect(status(session).contains("failed: 99 hidden"))
    session.press(.character("r"))
    session.answerAll()
    #expect(shown(session).isEmpty && session.frame.text.contains("no picture matches failed"))
  }

  @Test func `t f shows the format of the selected picture, in all its spellings`() {
    var session = GallerySession()
    session.gallery = Gallery(
      source: Named(Self.photos), screen: CellSize(columns: 80, rows: 25))
    session.press(.character("t"))
    #expect(status(session).contains("f JPEG"))
    session.press(.character("f"))
    #expect(shown(session) == [0, 2, 3])
    session.press(.character("t"), .character("t"))
    #expect(shown(session) == [0, 1, 2, 3])
  }

  @Test func `the shape of a picture is known once it was loaded`() {
    var session = GallerySession()
    let loads = session.loads.prefix(3)
    let sizes = [(40, 30), (30, 40), (40, 20)].map { PixelSize(width: $0.0, height: $0.1) }
    session.send(
      zip(loads, sizes).map { load, size in
        var image = PixelImage(size: load.key.size, filledWith: 0xFF00_0000)
        image.info = PictureInfo(size: size)
        return .pictureReady(load.key, image)
      })
    session.press(.character("t"), .character("l"))
    session.carryOut(session.effects, in: session.gallery.source)
    #expect(shown(session) == [0, 2])
    session.press(.character("t"), .character("p"))
    session.carryOut(session.effects, in: session.gallery.source)
    #expect(shown(session) == [1])
  }

  @Test func `hidden marks stay, and a question before an action counts them`() {
    var session = GallerySession()
    session.press(.character(" "), .character(" "))
    session.enter("&food 5")
    session.press(.character("*"))
    #expect(session.gallery.marks.count == 2 + session.gallery.itemCount)
    session.press(.character("d"))
    #expect(status(session).contains("13 marked pictures, 2 hidden by the filter? y"))
    session.press(.character("n"), .character("u"))
    #expect(session.gallery.marks.count == 2)
  }

  @Test func `a large gallery is filtered in the background, and Esc stops that`() {
    var session = GallerySession(count: 1_000_000)
    session.type("&")
    session.press(.paste("food 99999"))
    #expect(session.effects.transcript.contains("filter 1"))
    session.press(.enter)
    #expect(status(session).contains("filtering 1 %, Esc stops"))
    session.press(.escape)
    #expect(
      session.effects.transcript == "stop filtering" && session.gallery.itemCount == 1_000_000)
    #expect(!session.gallery.filtering.isOn)
    session.type("&")
    let order = session.press(.paste("food 99999"), .enter)
    session.carryOut(order, in: session.gallery.source)
    #expect(shown(session) == [99_999] + Array(999_990..<1_000_000))
  }

  /// The texts in the files of `photos`.
  private static func info(_ item: GalleryItem) -> PictureInfo? {
    var info = PictureInfo()
    if item.caption.contains("b.png") { info.texts = [PictureText("prompt", "a Café at sea")] }
    return info
  }

  private func photos() -> GallerySession {
    var session = GallerySession()
    session.gallery = Gallery(
      source: Named(Self.photos, areFiles: true), screen: CellSize(columns: 80, rows: 25))
    return session
  }

  @Test func `Enter also looks for a filter's text in files`() {
    var session = photos()
    session.type("&cafe")
    #expect(shown(session).isEmpty)
    session.press(.enter)
    for case .search(.filter(var order)) in session.effects {
      #expect(order.readsFiles)
      order.examine(order.left, in: session.gallery.source, info: Self.info)
      session.send([.filtered(FilterNews(order))])
    }
    #expect(shown(session) == [1])
  }

  @Test func `a search without a matching caption goes on in the texts of files`() {
    var session = photos()
    session.type("/cafe")
    session.press(.enter)
    for _ in 0..<2 {
      for case .search(.start(var order)) in session.effects {
        let found = order.examine(order.left, in: session.gallery.items, info: Self.info)
        session.send([
          .searched(
            SearchNews(of: order, found.map { .found(ItemID(rawValue: $0)) } ?? .foundNothing))
        ])
      }
      #expect(session.selected == 1)
      #expect(session.gallery.notice == "“cafe” is in its texts; i shows them")
      session.press(.character("n"))
    }
    session.type("/nowhere")
    session.press(.enter)
    for case .search(.start(let order)) in session.effects {
      session.send([.searched(SearchNews(of: order, .foundNothing))])
    }
    #expect(session.gallery.notice == "no caption and no text contains “nowhere”")
  }
}

/// Items with these addresses.
private struct Named: ItemSnapshot {
  let addresses: [String]
  let areFiles: Bool

  init(_ addresses: [String], areFiles: Bool = false) {
    self.addresses = addresses
    self.areFiles = areFiles
  }

  func numberOfItems(inSection section: Int) -> Int { addresses.count }

  func item(at path: IndexPath) -> GalleryItem {
    GalleryItem(
      id: addresses[path.item], caption: addresses[path.item],
      location: .template(addresses[path.item]),
      path: areFiles ? Array(addresses[path.item].utf8) : nil)
  }
}
