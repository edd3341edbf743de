import GalleryItems
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// Items whose files were moved away leave the gallery, filtered or not.
@Suite struct GoneItemsTests {
  private func shown(_ session: GallerySession) -> [Int] {
    let items = session.gallery.items
    return (0..<items.itemCount).map { items.id(at: $0).rawValue }
  }

  @Test func `a moved picture leaves, the next one is selected, and u brings it back`() {
    var session = GallerySession(count: 4)
    func end(_ kind: FileOutcome.Kind, gone: Range<Int>? = nil, back: Range<Int>? = nil) {
      session.send([
        .files(
          .ended(
            FileOutcome(
              kind, count: 1, gone: gone.map { RangeSet($0) } ?? RangeSet(),
              back: back.map { RangeSet($0) } ?? RangeSet())))
      ])
    }
    session.press(.down, .character("d"))
    let loads = session.gallery.tiles.count
    end(.trashed, gone: 1..<2)
    #expect(shown(session) == [0, 2, 3] && session.selected == 2)
    #expect(session.gallery.tiles.count == loads - 1, "the others keep their tiles")
    #expect(session.gallery.notice == "1 picture moved to the trash; u undoes it")
    #expect(session.frame.textLines.last?.contains("hidden") == false)
    session.press(.escape)
    session.press(.escape)
    #expect(session.gallery.notice == "these are all pictures; q quits")
    end(.trashed, gone: 2..<4)
    end(.trashed, gone: 0..<1)
    #expect(session.frame.text.contains("all pictures were moved; u brings them back"))
    session.press(.character("u"))
    end(.broughtBack, back: 0..<4)
    #expect(shown(session) == [0, 1, 2, 3])
  }

  @Test
  func
    `a picture that is moved while a filter is examined leaves at once, and stays away after Esc`()
  {
    var session = GallerySession(count: 20_000)
    func finish() {
      while let order = session.effects.lazy.compactMap({ effect -> FilterOrder? in
        if case .search(.filter(let order)) = effect { order } else { nil }
      }).last {
        var order = order
        order.examine(.max, in: session.gallery.source)
        session.send([.filtered(FilterNews(order))])
        session.effects = []
      }
    }
    session.press(.character("&"), .paste("food 19"), .enter)
    finish()
    let all = [19] + (190...199) + (1_900...1_999) + (19_000...19_999)
    #expect(shown(session) == all)
    session.press(.character("&"), .character("9"))
    session.send([
      .files(.ended(FileOutcome(.trashed, count: 1, gone: RangeSet(190..<191))))
    ])
    #expect(shown(session) == all.filter { $0 != 190 }, "the former items stay but for that one")
    session.press(.escape)
    session.press(.escape)
    finish()
    #expect(!shown(session).contains(190))
    #expect(session.gallery.filtering.hiddenCount >= 0)
    session.press(.character("t"), .character("t"))
    #expect(session.gallery.itemCount == 19_999)
    session.send([
      .files(.ended(FileOutcome(.broughtBack, count: 1, back: RangeSet(190..<191))))
    ])
    #expect(session.gallery.itemCount == 20_000)
  }

  @Test func `a folder that loses the moved file keeps its tiles and its order`() {
    var session = GallerySession(source: Numbered(0..<9))
    let loads = session.gallery.tiles.count
    session.send([.files(.ended(FileOutcome(.trashed, count: 1, gone: RangeSet(1..<2))))])
    session.take(
      Numbered([0, 2, 3, 4, 5, 6, 7, 8]), ItemChanges(removed: RangeSet(1..<2)), isComplete: true)
    #expect(shown(session) == [0, 2, 3, 4, 5, 6, 7, 8])
    #expect(session.gallery.tiles.count == loads - 1 || session.gallery.tiles.count == loads)
    #expect(session.gallery.acting.gone.isEmpty, "ids of others may be theirs later")
    session.take(
      Numbered(0..<9), ItemChanges(inserted: RangeSet(1..<2)), isComplete: true)
    #expect(shown(session) == Array(0..<9))
  }

  @Test func `what is gone stays away when the order changes, until its file is read again`() {
    var session = GallerySession(source: Numbered(0..<3))
    session.send([.files(.ended(FileOutcome(.moved, count: 1, gone: RangeSet(0..<1))))])
    #expect(shown(session) == [1, 2])
    session.take(Numbered([2, 1, 0]), nil)
    #expect(shown(session) == [2, 1])
    session.send([
      .sourceChanged(
        SnapshotChange(
          to: Numbered([2, 1, 0]), by: ItemChanges(), reloaded: [ItemID(rawValue: 0)],
          isComplete: true))
    ])
    #expect(shown(session) == [2, 1, 0])
  }

  @Test(.timeLimit(.minutes(1)), arguments: UInt64(0)..<24)
  func `items, marks and filters follow a naive model while the source changes`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var numbers = Array(0..<Int.random(in: 0...60, using: &random))
    var (text, isMarked, gone) = ("", false, Set<Int>())
    var session = GallerySession(source: Numbered(numbers), isComplete: false)
    for step in 0..<60 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0:
        text = ["", "1", "2", "13", "food"].randomElement(using: &random) ?? ""
        session.press(.character("&"), .control("u"), .paste(text), .enter)
      case 1:
        isMarked.toggle()
        session.press(.character("t"), .character("m"))
      case 2:
        session.press(.character(" "))
      case 3:
        let come = (numbers.max() ?? -1) + 1..<(numbers.max() ?? -1) + 8
        let end = numbers.count
        numbers += come
        session.take(
          Numbered(numbers), ItemChanges(inserted: RangeSet(end..<numbers.count)),
          isComplete: false)
      case 4 where !numbers.isEmpty:
        let place = numbers.indices.randomElement(using: &random) ?? 0
        // A source that has the file again later shows it.
        gone.remove(numbers.remove(at: place))
        session.take(
          Numbered(numbers), ItemChanges(removed: RangeSet(place..<place + 1)), isComplete: false)
      case 5 where !numbers.isEmpty:
        let number = numbers.randomElement(using: &random) ?? 0
        let one = RangeSet(number..<number + 1)
        let isBack = gone.remove(number) != nil
        if !isBack { gone.insert(number) }
        let outcome = FileOutcome(
          isBack ? .broughtBack : .trashed, count: 1, gone: isBack ? RangeSet() : one,
          back: isBack ? one : RangeSet())
        session.send([.files(.ended(outcome))])
      default:
        session.press([Key.down, .up, .pageDown, .home, .end].randomElement(using: &random) ?? .up)
      }
      session.carryOut(session.effects, in: session.gallery.source)
      let marked = session.gallery.marks
      let expected = numbers.filter {
        !gone.contains($0) && (text.isEmpty || "food \($0)".contains(text))
          && (!isMarked || marked.contains(ItemID(rawValue: $0)))
      }
      #expect(shown(session) == expected, "seed \(seed), step \(step)")
      let goneCount = numbers.count(where: gone.contains)
      #expect(
        session.gallery.filtering.hiddenCount == numbers.count - goneCount - expected.count)
      #expect(gone.allSatisfy { !marked.contains(ItemID(rawValue: $0)) })
      let drawn = session.gallery.visibleItems
      #expect(drawn.upperBound <= expected.count)
      #expect(session.gallery.selection == 0 || session.gallery.selection < expected.count)
    }
  }
}
