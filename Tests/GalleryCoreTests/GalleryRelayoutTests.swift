import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// Tiles that get another size, another layout or another screen.
@Suite struct GalleryRelayoutTests {
  /// A letter for what happens, and where the selected tile is then: its rows, of those of the viewport.
  private func transcript(_ session: inout GallerySession, _ steps: [(String, Event)]) -> [String] {
    steps.map { name, event in
      session.send([event])
      return "\(name): \(session.gallery.selection) at \(session.gallery.selectedRows)"
        + " of \(session.gallery.viewport.length)"
    }
  }

  @Test func `the selected tile keeps its place in another layout, size and screen`() {
    var session = GallerySession(count: 1_000, screen: CellSize(columns: 120, rows: 41))
    session.press(.end)
    session.press(.up, .up)
    let lines = transcript(
      &session,
      [
        ("grid", .key(.character("v"))), ("larger", .key(.character("+"))),
        ("list", .key(.character("v"))), ("smaller", .key(.character("-"))),
        ("narrow", .resized(CellSize(columns: 60, rows: 41))),
        ("low", .resized(CellSize(columns: 60, rows: 11))),
        ("high", .resized(CellSize(columns: 60, rows: 61))),
      ])
    #expect(
      lines == [
        "grid: 997 at 30..<40 of 40", "larger: 997 at 28..<40 of 40",
        "list: 997 at 28..<36 of 40", "smaller: 997 at 28..<34 of 40",
        "narrow: 997 at 28..<34 of 40", "low: 997 at 4..<10 of 10", "high: 997 at 42..<48 of 60",
      ])
  }

  @Test func `a tile that is higher than the screen shows its beginning`() {
    var session = GallerySession(count: 100, screen: CellSize(columns: 80, rows: 41))
    session.press(.pageDown, .down, .down)
    session.send([.resized(CellSize(columns: 80, rows: 6))])
    #expect(session.gallery.selectedRows == 0..<8)
  }

  @Test func `a resize to the same size moves nothing, even a tile that is cut`() {
    var session = GallerySession()
    session.press(.wheel(1))
    #expect(session.gallery.selectedRows == -3..<5)
    session.send([.resized(session.gallery.layout.screen)])
    #expect(session.gallery.selectedRows == -3..<5)
  }

  @Test func `pictures turned in the detail view are on screen after it, whatever its sizes were`()
  {
    var session = GallerySession(count: 500, mode: .grid)
    session.press(.enter)
    for _ in 0..<40 { session.press(.right) }
    session.send([.resized(CellSize(columns: 19, rows: 4))])
    session.press(.right)
    session.send([.resized(CellSize(columns: 130, rows: 50))])
    session.press(.escape)
    #expect(session.gallery.selection == 40)
    #expect(session.gallery.isSelectionWhole)
  }

  private static let keys: [Key] = [
    .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .wheel(2),
    .wheel(-1), .character("?"), .character("z"), .control("d"),
    .click(CellPoint(column: 5, row: 9)),
  ]

  private func relayout(using random: inout SeededRandom) -> Event {
    let keys: [Key] = [.character("v"), .character("+"), .character("-")]
    guard Bool.random(using: &random), let key = keys.randomElement(using: &random) else {
      return .resized(
        CellSize(
          columns: .random(in: 15...200, using: &random), rows: .random(in: 3...70, using: &random))
      )
    }
    return .key(key)
  }

  @Test(arguments: UInt64(0)..<Thoroughness.rounds(short: 10, full: 40))
  func `whatever is laid out anew, the selected tile is whole on the screen`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var session = GallerySession(
      count: [1, 7, 300, 1_000_000][Int(seed % 4)], mode: seed % 3 == 0 ? .list : .grid)
    for _ in 0..<200 {
      session.send(
        (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
          Self.keys.randomElement(using: &random).map(Event.key)
        })
      let before = session.gallery
      // Pluses and minuses are the picture's in the detail view, and tiles have a largest size.
      session.send([relayout(using: &random)])
      let after = session.gallery
      #expect(after.viewport == after.viewport.clamped(to: after.layout.lines))
      guard after.layout != before.layout, after.layout.isLargeEnough else { continue }
      #expect(after.selection == before.selection)
      #expect(after.isSelectionWhole)
      #expect(
        after.selectedRows.lowerBound == after.nearestPlace(to: before.selectedRows.lowerBound))
    }
  }
}

extension Gallery {
  /// The rows of the selected tile, counted from the top of the viewport.
  fileprivate var selectedRows: Range<Int> { selectedRows(in: viewport) }

  fileprivate func selectedRows(in viewport: Viewport) -> Range<Int> {
    let rows = layout.tileRect(of: selection, offset: viewport.offset).rows
    let top = layout.scrolled.origin.row
    return rows.lowerBound - top..<rows.upperBound - top
  }

  fileprivate var isSelectionWhole: Bool { isSelectionWhole(in: viewport) }

  /// All of the selected tile is in a viewport, or, where it is too high for that, its beginning.
  fileprivate func isSelectionWhole(in viewport: Viewport) -> Bool {
    let rows = selectedRows(in: viewport)
    return rows.lowerBound >= 0
      && (rows.upperBound <= viewport.length
        || (rows.lowerBound == 0 && rows.count > viewport.length))
  }

  /// The place for the selected tile that is nearest to a row, found by trying all viewports.
  fileprivate func nearestPlace(to row: Int) -> Int? {
    let start = layout.lines.offset(ofLine: layout.lines.line(of: selection))
    let offsets = max(0, start - viewport.length)...start
    return offsets.filter {
      let tried = Viewport(offset: $0, length: viewport.length)
      return isSelectionWhole(in: tried)
        && (tried == tried.clamped(to: layout.lines)
          || selectedRows(in: tried).count > viewport.length)
    }.map { start - $0 }.min { abs($0 - row) < abs($1 - row) }
  }
}
