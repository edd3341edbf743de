import FoundationEssentials
import GalleryItems
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// A gallery whose items come, go and move while a person looks at them.
@Suite struct GallerySnapshotTests {
  @Test func `items inserted before the selected one move neither it nor its row`() {
    var session = GallerySession(source: Numbered(0..<50))
    session.press(.down, .down, .down, .down)
    let row = session.selectedRow
    session.take(Numbered([100, 101] + Array(0..<50)), ItemChanges(inserted: RangeSet(0..<2)))
    #expect(session.selected == 4 && session.gallery.selection == 6)
    #expect(session.selectedRow == row)
    #expect(session.frame.textLines[24].hasPrefix(" 7/52 food 4"))
  }

  @Test func `the next item stands in the stead of one that is gone`() {
    var session = GallerySession(source: Numbered(0..<50))
    session.press(.down, .down)
    session.take(Numbered([0, 1] + Array(5..<50)), ItemChanges(removed: RangeSet(2..<5)))
    #expect(session.selected == 5)
    session.press(.end)
    session.take(Numbered([0, 1]), ItemChanges(removed: RangeSet(2..<47)))
    #expect(session.selected == 1)
  }

  @Test func `after sorting anew the selected item is selected, at its row`() {
    var session = GallerySession(source: Numbered(0..<50))
    session.press(.end)
    let row = session.selectedRow
    session.take(Numbered((0..<50).map { ($0 + 17) % 50 }), nil)
    #expect(session.selected == 49 && session.gallery.selection == 32)
    #expect(session.selectedRow == row)
  }

  @Test func `a picture or preview that tells its date asks to be placed by it`() {
    var (session, other) = (
      GallerySession(source: Numbered([7])), GallerySession(source: Numbered([7]))
    )
    var image = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 0)
    image.info = PictureInfo()
    #expect(other.send([.pictureReady(other.loads[0].key, image)]).isEmpty, "it tells no date")
    image.info?.takenAt = "2021-07-04 12:34:56"
    let key = session.loads[0].key
    let placement = Effect.session(.place(7, takenAt: "2021-07-04 12:34:56"))
    let preview = ImagePreview(image, of: image.size, isWhole: true)
    #expect(session.send([.picturePreview(key, preview)]) == [placement])
    #expect(session.send([.pictureReady(key, image)]) == [placement])
    session.press(.character("R"))
    #expect(!session.send([.pictureReady(key, image)]).contains(placement), "it is late")
  }

  @Test func `a selected item that moves is selected, at its row`() {
    var session = GallerySession(source: Numbered(0..<50))
    session.press(.down, .down, .down, .down)
    let row = session.selectedRow
    session.take(
      Numbered([0, 1, 2, 3] + Array(5..<30) + [4] + Array(30..<50)), ItemChanges(moved: [4: 29]))
    #expect(session.selected == 4 && session.gallery.selection == 29)
    #expect(session.selectedRow == row)
  }

  @Test func `a list that is read keeps its start on the screen until the person moves`() {
    var session = GallerySession(source: Numbered(0..<50), isComplete: false)
    session.take(
      Numbered([100] + Array(0..<50)), ItemChanges(inserted: RangeSet(0..<1)), isComplete: false)
    #expect(session.selected == 100 && session.gallery.viewport.offset == 0)
    session.press(.down)
    session.take(
      Numbered([101, 100] + Array(0..<50)), ItemChanges(inserted: RangeSet(0..<1)), isComplete: true
    )
    #expect(session.selected == 0 && session.gallery.selection == 2)
  }

  @Test func `the detail view stays with its picture, and leaves it with its item`() {
    var session = GallerySession(source: Numbered(0..<9))
    session.press(.enter)
    session.answerAll()
    session.take(Numbered([100] + Array(0..<9)), ItemChanges(inserted: RangeSet(0..<1)))
    #expect(session.selected == 0)
    #expect(session.loads.allSatisfy { $0.key.item != 0 }, "it has its picture")
    session.take(Numbered([100] + Array(1..<9)), ItemChanges(removed: RangeSet(1..<2)))
    #expect(session.selected == 1)
    #expect(session.gallery.detail.picture?.base.key.item == 1)
  }

  @Test func `when everything is gone it says so on every screen, and shows what comes`() {
    var session = GallerySession(source: Numbered(0..<3))
    session.press(.enter)
    session.answerAll()
    session.take(Numbered([]), ItemChanges(removed: RangeSet(0..<3)))
    for key in [Key.down, .character("i"), .character("R"), .character("z"), .escape, .end] {
      #expect(session.frame.text.contains("nothing to show"))
      session.press(key)
    }
    session.take(Numbered(7..<16), ItemChanges(inserted: RangeSet(0..<9)))
    #expect(session.selected == 7 && session.loads.map(\.key.item) == [7, 8, 9])
  }

  @Test func `where all are replaced at once, the place stays`() {
    var session = GallerySession(source: Numbered(0..<9))
    session.press(.down, .down)
    session.take(Numbered(9..<18), ItemChanges(removed: RangeSet(0..<9), inserted: RangeSet(0..<9)))
    #expect(session.gallery.selection == 2)
  }

  @Test func `a late picture of an item that is gone is not shown`() {
    var session = GallerySession(source: Numbered(0..<9))
    let loads = session.loads
    session.take(Numbered(9..<18), ItemChanges(removed: RangeSet(0..<9), inserted: RangeSet(0..<9)))
    #expect(Set(session.cancels).isSuperset(of: loads.map(\.key.item.rawValue)))
    session.send(loads.map { .pictureReady($0.key, PixelImage(size: $0.key.size, filledWith: 0)) })
    #expect(session.gallery.tiles.keys.allSatisfy { $0.rawValue >= 9 })
  }

  @Test
  func `a picture that has changed is loaded past all caches, and its old one stays until then`() {
    var session = GallerySession(source: Numbered(0..<50))
    session.answerAll()
    session.take(Numbered(0..<50), ItemChanges(), reloaded: [1, 40])
    #expect(session.loads.map(\.key.item) == [1])
    #expect(session.loads.map(\.bypassesCaches) == [true])
    #expect(session.gallery.tile(at: 1)?.picture != nil)
  }

  @Test func `with the first header the start is shown as before, and another item keeps its row`()
  {
    for (steps, offset) in [(0, 0), (30, 1)] {
      var session = GallerySession(source: Numbered(0..<100))
      for _ in 0..<steps { session.press(.down) }
      let (row, before) = (session.selectedRow, session.gallery.viewport.offset)
      session.take(Numbered(0..<100, sectionSize: 1_000), ItemChanges())
      #expect(session.gallery.viewport.offset == before + offset)
      #expect(session.selectedRow == row + (1 - offset))
    }
  }

  @Test func `a search goes on over what has come`() {
    var session = GallerySession(source: Numbered(0..<20_000))
    session.type("/")
    let first = session.press(.paste("food 20007"), .enter)
    let former = session.gallery.items
    session.take(
      Numbered(Array(0..<20_000) + [20_007]), ItemChanges(inserted: RangeSet(20_000..<20_001)))
    session.carryOut(first, in: former)
    session.carryOut(session.effects, in: session.gallery.items)
    #expect(session.selected == 20_007)
  }

  @Test(.timeLimit(.minutes(1)), arguments: UInt64(1)...16)
  func `everything follows its item`(seed: UInt64) {
    var walk = SnapshotWalk(seed: seed)
    for step in 1...250 {
      guard let complaint = walk.step() else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
  }
}

/// A gallery and a model that knows items by their numbers, led through the same random steps.
private struct SnapshotWalk {
  private var random: SeededRandom
  private var edits = ItemEdits(count: 60)
  private var session: GallerySession
  private var canvas = Canvas(size: CellSize(columns: 80, rows: 25))
  /// The loads that were asked for, and neither answered nor canceled.
  private var underWay: Set<TileKey> = []
  /// All keys that were ever asked for.
  private var asked: [TileKey] = []
  private let sectionSize: Int?

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    sectionSize = seed % 4 < 2 ? Int.random(in: 3...20, using: &random) : nil
    session = GallerySession(
      source: Numbered(edits.items, sectionSize: sectionSize),
      mode: seed.isMultiple(of: 2) ? .list : .grid,
      slots: Int.random(in: 2...9, using: &random))
    note()
  }

  /// The fault after one more step; nil for none.
  mutating func step() -> String? {
    switch Int.random(in: 0...11, using: &random) {
    case 0...3: return edit() ?? look()
    case 4: session.press(.down)
    case 5: session.press(.up)
    case 6: session.press([.pageDown, .pageUp, .home, .end].randomElement(using: &random) ?? .end)
    case 7: session.send([.scrolled(rows: Int.random(in: -9...9, using: &random))])
    case 8: session.press([.enter, .escape].randomElement(using: &random) ?? .enter)
    case 9: session.send([event(for: asked.randomElement(using: &random))].compactMap(\.self))
    default:
      session.send(
        underWay.filter { _ in Bool.random(using: &random) }.compactMap { event(for: $0) })
    }
    return look()
  }

  /// An answer, which may be late.
  private mutating func event(for key: TileKey?) -> Event? {
    guard let key else { return nil }
    underWay.remove(key)
    let picture = PixelImage(size: key.size, filledWith: 0xFF_000000 | UInt32(key.item.rawValue))
    return Int.random(in: 0...8, using: &random) == 0
      ? .pictureFailed(key, reason: "no") : .pictureReady(key, picture)
  }

  private mutating func edit() -> String? {
    let former = edits.items
    let isReordered = Int.random(in: 0...9, using: &random) == 0
    let (selected, row) = (session.gallery.selection, session.selectedRow)
    let pictures = shownPictures
    let (changes, gone) = edits.edit(using: &random)
    let snapshot = Numbered(edits.items, sectionSize: sectionSize)
    session.take(
      snapshot, isReordered ? nil : changes,
      keptSections: snapshot.sectionsShared(with: Numbered(former, sectionSize: sectionSize)))
    guard session.gallery.itemCount == edits.items.count else { return "items were miscounted" }
    guard !edits.items.isEmpty, !former.isEmpty else { return nil }
    if !gone.contains(former[selected]) {
      if session.selected != former[selected] { return "\(former[selected]) is not selected" }
      let lines = session.gallery.layout.lines
      let ends = [0, max(0, lines.contentLength - session.gallery.viewport.length)]
      if session.selectedRow != row, !ends.contains(session.gallery.viewport.offset) {
        return "the selected item went from row \(row) to \(session.selectedRow)"
      }
    }
    for key in underWay where gone.contains(key.item.rawValue) {
      let isCanceled = session.effects.contains {
        if case .pipeline(.cancel(key)) = $0 { true } else { false }
      }
      if !isCanceled { return "\(key.item) is gone and not canceled" }
    }
    for (item, picture) in pictures where session.gallery.visibleItems.map(number).contains(item) {
      let tile = session.gallery.tiles[ItemID(rawValue: item)]
      if !isReordered, tile?.picture != picture { return "\(item) has lost its picture" }
    }
    return nil
  }

  private func number(at place: Int) -> Int { edits.items[place] }

  /// The pictures on the screen, by their items' numbers.
  private var shownPictures: [Int: PixelImage] {
    let gallery = session.gallery
    return Dictionary(
      uniqueKeysWithValues: gallery.visibleItems.compactMap { place in
        gallery.tile(at: place)?.picture.map { (gallery.board.items.id(at: place).rawValue, $0) }
      })
  }

  private mutating func note() {
    for effect in session.effects {
      switch effect {
      case .pipeline(.load(let request)), .pipeline(.prefetch(let request, _)):
        underWay.insert(request.key)
        asked.append(request.key)
      case .pipeline(.cancel(let key)): underWay.remove(key)
      default: break
      }
    }
  }

  private mutating func look() -> String? {
    note()
    let gallery = session.gallery
    for (item, tile) in gallery.tiles {
      guard gallery.board.items.place(of: item) != nil else {
        return "\(item) is gone and has a tile"
      }
      if tile.isUnderWay, !underWay.contains(tile.key) { return "nothing brings \(item)" }
      if let pixel = tile.picture?.averagePixel(), pixel & 0xFF_FFFF != UInt32(item.rawValue) {
        return "\(item) shows the picture of \(pixel & 0xFF_FFFF)"
      }
    }
    for key in underWay {
      let isAwaited = gallery.board.awaits(key) || gallery.detail.awaits(key)
      if !isAwaited { return "nobody waits for \(key.item)" }
    }
    canvas.draw(gallery)
    if canvas.surface != session.frame { return "the canvas is not the frame" }
    let counts = gallery.ledger.counts
    let sum = counts.cancelled + counts.useful + counts.late + counts.wasted + counts.pending
    return counts.announced == sum ? nil : "the ledger does not balance"
  }
}
