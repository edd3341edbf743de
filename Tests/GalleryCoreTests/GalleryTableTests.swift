import GalleryItems
import Prefetching
import Raster
import Testing

@testable import GalleryCore

/// A list with low lines, which is a table.
@Suite struct GalleryTableTests {
  private func session(
    count: Int = 100, sections: [Int] = [], columns: Int = 120, rows: Int = 40
  ) -> GallerySession {
    GallerySession(
      count: count, sections: sections, screen: CellSize(columns: columns, rows: rows),
      tile: .standard)
  }

  /// A picture with all facts.
  private func picture(_ size: PixelSize, number: Int = 0) -> PixelImage {
    var image = PixelImage(size: size, filledWith: 0xFF_336699)
    var info = PictureInfo(size: PixelSize(width: 6000, height: 4000 + number))
    info.format = "JPEG"
    info.bytes = 7_300_000 - number * 6_543_210
    info.takenAt = "2021-07-0\(number + 1) 12:34:56"
    info.camera = "Canon EOS 5D Mark III"
    image.info = info
    return image
  }

  /// Four rows: two pictures with facts, a failure, and a load.
  private func states(columns: Int, rows: Int = 18, isLow: Bool = false) -> GallerySession {
    var session = session(count: 4, columns: columns, rows: rows)
    if isLow { session.press(.character("-")) }
    let keys = session.loads.map(\.key)
    session.send([
      .pictureReady(keys[0], picture(PixelSize(width: 9, height: 6))),
      .pictureReady(keys[1], picture(PixelSize(width: 4, height: 6), number: 1)),
      .pictureFailed(
        keys[2], reason: "no connection: the server at a.test took none for a whole minute"),
      .pictureProgress(keys[3], TileProgress(fraction: 0.42, receivedBytes: 52_000)),
    ])
    return session
  }

  @Test func `a table has facts in columns, and states below them`() throws {
    try expectFrame(states(columns: 120).frame, is: "table-wide")
  }

  @Test func `a narrow table has the facts that fit, and its states go on in the next row`() throws
  {
    try expectFrame(states(columns: 60).frame, is: "table-narrow")
  }

  @Test(arguments: [(120, 40, 9, 19), (80, 24, 5, 11), (200, 60, 14, 29)])
  func `a screen shows many lines, and twice as many low ones`(
    columns: Int, rows: Int, count: Int, lowCount: Int
  ) {
    var session = session(columns: columns, rows: rows)
    let whole = { (gallery: Gallery) in
      gallery.visibleItems.count { gallery.navigation.visibleShare(of: $0) == 1 }
    }
    #expect(whole(session.gallery) == count)
    session.press(.character("-"))
    #expect(whole(session.gallery) == lowCount)
  }

  @Test func `a table of low lines`() throws {
    try expectFrame(states(columns: 80, rows: 10, isLow: true).frame, is: "table-low")
  }

  @Test func `the titles of the columns stay above the sections`() throws {
    var session = session(count: 9, sections: [0, 2], columns: 80, rows: 16)
    session.send([.scrolled(rows: 1)])
    try expectFrame(session.frame, is: "table-sections")
  }

  @Test func `the sorted column is marked, and the mark follows the order`() {
    var session = session(columns: 120, rows: 24)
    #expect(!session.frame.text.contains("▲"))
    for (order, title) in [
      (ItemOrder(.name), "name ▲"), (ItemOrder(.size, isReversed: true), "size ▼"),
      (ItemOrder(.date), "date ▲"), (ItemOrder(.taken, isReversed: true), "taken ▼"),
    ] {
      var items = Numbered(0..<50)
      items.order = order
      session.take(items, nil)
      let header = session.frame.textLines[0]
      #expect(header.contains(title) && header.count { "▲▼".contains($0) } == 1)
    }
    session.take(Numbered(0..<50), nil)
    #expect(!session.frame.text.contains("▼"), "no order has no mark")
  }

  @Test func `a table by file date shows the dates of files, another one those of cameras`() {
    for (order, day) in [
      (ItemOrder(.date), "2024-02-03 04:05"), (ItemOrder(.taken), "2021-07-01 12:34"),
      (ItemOrder(.name), "2021-07-01 12:34"),
    ] {
      var session = session(count: 1)
      var items = Numbered(0..<1)
      items.order = order
      session.take(items, nil)
      var picture = picture(PixelSize(width: 9, height: 6))
      picture.info?.changedAt = "2024-02-03 04:05:06"
      session.send([.pictureReady(session.loads[0].key, picture)])
      #expect(session.frame.text.contains(day), "\(order)")
    }
  }

  @Test func `a table by the date taken shows no file's date for it`() {
    for (order, isShown) in [(ItemOrder(.taken), false), (ItemOrder(.name), true)] {
      var session = session(count: 1)
      var items = Numbered(0..<1)
      items.order = order
      session.take(items, nil)
      var picture = picture(PixelSize(width: 9, height: 6))
      picture.info?.takenAt = nil
      picture.info?.changedAt = "2024-02-03 04:05:06"
      session.send([.pictureReady(session.loads[0].key, picture)])
      // The status line has the date of the file in any order.
      let rows = session.frame.textLines.dropLast()
      #expect(rows.contains { $0.contains("2024-02-03") } == isShown, "\(order)")
    }
  }

  @Test func `s asks for the next order`() {
    var session = session()
    #expect(session.press(.character("s")).contains(.session(.takeNextOrder)))
  }

  @Test func `I reverses the order`() {
    var session = session()
    #expect(session.press(.character("I")).contains(.session(.reverseOrder)))
  }

  @Test func `numbers end where the titles of their columns end`() throws {
    let lines = states(columns: 120).frame.textLines
    /// The column after the first line's text that is this one.
    func end(of text: String) throws -> Int {
      let line = try #require(lines.first { $0.contains(text) })
      let start = try #require(line.indices.first { line[$0...].hasPrefix(text) })
      return line.distance(from: line.startIndex, to: start) + text.count
    }
    #expect(try end(of: "pixels") == end(of: "6000x4000"))
    #expect(try end(of: "size") == end(of: "7.3 MB"))
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 2), (4, 3), (5, 4)])
  func `a blank row is between the pictures of a table, unless its lines are low`(
    rows: Int, pictureRows: Int
  ) {
    let tile = TileSize(cells: CellSize(columns: 9, rows: rows), elsewhere: .standard)
    let session = GallerySession(screen: CellSize(columns: 80, rows: 24), tile: tile)
    #expect(session.gallery.layout.pictureCells == CellSize(columns: 9, rows: pictureRows))
    #expect(session.gallery.layout.lines.lineLength == rows)
  }

  @Test func `a low screen has lines instead of titles`() {
    let session = session(columns: 20, rows: 5)
    #expect(session.gallery.layout.scrolled.size.rows == 4)
    #expect(session.frame.textLines[1].contains("food 0"))
  }

  @Test func `high lines have their facts below each other, without titles`() {
    var session = session(columns: 120, rows: 40)
    session.press(.character("+"))
    #expect(session.gallery.layout.table == nil)
    #expect(session.frame.textLines[1].contains("1 of 100"))
  }

  @Test func `a click on the titles selects nothing`() {
    var session = session()
    session.press(.down)
    session.press(.click(CellPoint(column: 20, row: 0)))
    #expect(session.gallery.selection == 1)
    session.press(.click(CellPoint(column: 20, row: 1)))
    #expect(session.gallery.selection == 0)
  }
}
