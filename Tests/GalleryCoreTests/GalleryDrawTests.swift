import GalleryItems
import Raster
import Testing

@testable import GalleryCore

@Suite struct GalleryDrawTests {
  @Test func `a list of placeholders`() throws {
    let session = GallerySession(count: 3, screen: CellSize(columns: 60, rows: 18))
    try expectFrame(session.frame, is: "list-placeholders")
  }

  @Test func `a list with a picture, a failure and a placeholder`() throws {
    var session = GallerySession(count: 3, screen: CellSize(columns: 60, rows: 25))
    let keys = session.loads.map(\.key)
    session.send([
      .pictureReady(keys[0], PixelImage(size: keys[0].size, filledWith: 0xFF_336699)),
      .pictureFailed(keys[1], reason: "the server answered 404 Not Found"),
    ])
    try expectFrame(session.frame, is: "list-states")
  }

  @Test func `a grid, scrolled so that a line is cut`() throws {
    var session = GallerySession(count: 30, screen: CellSize(columns: 66, rows: 20), mode: .grid)
    session.answerAll()
    session.send([.key(.wheel(2))])
    try expectFrame(session.frame, is: "grid-scrolled")
  }

  @Test(arguments: [GalleryLayout.Mode.list, .grid])
  func `a picture whose file ends early says so`(mode: GalleryLayout.Mode) {
    var session = GallerySession(count: 2, screen: CellSize(columns: 66, rows: 20), mode: mode)
    let keys = session.loads.map(\.key)
    var image = PixelImage(size: keys[0].size, filledWith: 0xFF_336699)
    session.send([.pictureReady(keys[1], image)])
    #expect(!session.frame.text.contains("ends early"))
    image.endsEarly = true
    session.send([.pictureReady(keys[0], image)])
    #expect(session.frame.text.contains("food 0"))
    #expect(session.frame.text.contains("ends early"))
  }

  @Test(
    arguments: [
      ("IMG_20240101_123456.jpg", ["IMG_20240101_123502.jpg"], 14, "IMG…123456.jpg"),
      ("IMG_20240101_123456.jpg", ["IMG_20240101_123502.jpg"], 10, "123456.jpg"),
      ("IMG_20240101_123456.jpg", ["IMG_20240101_123502.jpg"], 8, "12345…pg"),
      ("IMG_20240101_123456.jpg", ["holiday.jpg"], 12, "IMG_202….jpg"),
      ("food 12", ["food 11", "food 13"], 5, "fo…12"), ("short.jpg", ["short.png"], 9, "short.jpg"),
    ])
  func `a caption keeps what its neighbors do not have`(
    caption: String, neighbors: [String], columns: Int, shortened: String
  ) {
    let text = TileCaption.shortened(caption, besides: neighbors, toColumns: columns)
    #expect(text == shortened && DisplayText(text).columns <= columns)
  }

  @Test func `a screen that is too small says what it needs`() {
    let session = GallerySession(screen: CellSize(columns: 19, rows: 4))
    #expect(session.frame.textLines[0] == "needs 20x5 cells")
  }

  @Test func `the smallest screen shows tiles`() throws {
    try expectFrame(
      GallerySession(screen: CellSize(columns: 20, rows: 5)).frame, is: "smallest")
  }

  @Test func `a smaller picture is centered`() throws {
    var session = GallerySession(count: 1, screen: CellSize(columns: 60, rows: 9))
    let image = PixelImage(size: PixelSize(width: 10, height: 6), filledWith: 0xFF_CC0000)
    session.send([.pictureReady(session.loads[0].key, image)])
    try expectFrame(session.frame, is: "centered")
  }

  @Test func `in a grid, a wide picture stands on its caption`() throws {
    var session = GallerySession(count: 1, screen: CellSize(columns: 32, rows: 14), mode: .grid)
    let key = session.loads[0].key
    let wide = PixelSize(width: key.size.width, height: 6)
    session.send([.pictureReady(key, PixelImage(size: wide, filledWith: 0xFF_CC0000))])
    let caption = try #require(session.frame.textLines.firstIndex { $0.contains("food 0") })
    let isPicture = { session.frame[1, $0].background == Color(rawValue: 0xCC_0000) }
    #expect((1..<caption).filter(isPicture) == Array(caption - 3..<caption))
  }

  /// Loads that take their time: a known size, an unknown one, a wait, a preview, a reload.
  private func slowLoads(screen: CellSize, mode: GalleryLayout.Mode) -> GallerySession {
    var session = GallerySession(count: 5, screen: screen, mode: mode)
    let keys = session.loads.map(\.key)
    let wait = TileProgress(
      retryingAfter: .seconds(2), because: "the server answered 503 \u{1B}[2J")
    session.send([
      .pictureProgress(keys[0], TileProgress(fraction: 0.42, receivedBytes: 52_000)),
      .pictureProgress(keys[1], TileProgress(fraction: nil, receivedBytes: 1_234_567)),
      .pictureProgress(keys[2], wait),
      .picturePreview(
        keys[3], ImagePreview(PixelImage(size: keys[3].size, filledWith: 0xFF_336699))),
      .pictureProgress(keys[3], TileProgress(fraction: 0.75, receivedBytes: 90_000)),
      .pictureReady(keys[4], PixelImage(size: keys[4].size, filledWith: 0xFF_996633)),
      .key(.end), .key(.character("R")),
    ])
    session.send([
      .pictureProgress(session.loads[0].key, TileProgress(fraction: nil, receivedBytes: 300))
    ])
    return session
  }

  @Test func `a list says how far slow loads have got`() throws {
    let session = slowLoads(screen: CellSize(columns: 66, rows: 41), mode: .list)
    try expectFrame(session.frame, is: "list-progress")
  }

  @Test func `a grid says how far slow loads have got`() throws {
    let session = slowLoads(screen: CellSize(columns: 98, rows: 27), mode: .grid)
    try expectFrame(session.frame, is: "grid-progress")
  }

  @Test func `loads that take long say how long, and which retry they are at`() throws {
    for (mode, columns) in [(GalleryLayout.Mode.list, 66), (.grid, 98)] {
      var session = slowLoads(screen: CellSize(columns: columns, rows: 41), mode: mode)
      session.pause = .seconds(12)
      session.send([])
      try expectFrame(session.frame, is: "\(mode)-waits")
    }
  }

  @Test func `a list has all words about a failure`() {
    var session = GallerySession(count: 1, screen: CellSize(columns: 60, rows: 12))
    session.send([
      .pictureFailed(
        session.loads[0].key, reason: "no connection: the server took none for a whole minute")
    ])
    #expect(session.frame.text.contains("for a whole minute"))
  }

  @Test func `the detail view says how far a slow load has got`() throws {
    var session = GallerySession(count: 1, screen: CellSize(columns: 40, rows: 10))
    session.press(.enter)
    let key = session.loads[0].key
    session.send([.pictureProgress(key, TileProgress(fraction: 0.1, receivedBytes: 52_000))])
    try expectFrame(session.frame, is: "detail-progress")
  }

  @Test func `every size from nothing to wide is drawn without a trap`() {
    for mode in GalleryLayout.Mode.allCases {
      for columns in stride(from: 0, through: 140, by: 7) {
        for rows in stride(from: 0, through: 60, by: 5) {
          let screen = CellSize(columns: columns, rows: rows)
          var session = GallerySession(count: 7, screen: screen, mode: mode)
          session.press(.end)
          let progress = [
            TileProgress(fraction: 0.5, receivedBytes: 1),
            TileProgress(retryingAfter: .seconds(1), because: "the server answered 503"),
          ]
          for (load, progress) in zip(session.loads, progress) {
            session.send([.pictureProgress(load.key, progress)])
          }
          #expect(session.frame.size == screen)
          session.answerAll()
          #expect(session.frame.size == screen)
        }
      }
    }
  }
}
