import GalleryItems
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// Sets of marks, beside those of the standard library.
@Suite struct RangeSetDifferenceTests {
  @Test func `members of one set only are those of the standard library`() {
    var random = SeededRandom(seed: 41)
    func set() -> RangeSet<Int> {
      var set = RangeSet<Int>()
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let start = Int.random(in: 0..<30, using: &random)
        set.insert(contentsOf: start..<start + Int.random(in: 0..<5, using: &random))
      }
      return set
    }
    for _ in 0..<2_000 {
      let (one, other) = (set(), set())
      #expect(one.differing(from: other) == one.symmetricDifference(other))
      #expect(one.without(other) == one.subtracting(other))
    }
    let end = RangeSet(3..<Int.max)
    #expect(end.differing(from: RangeSet(0..<5)) == end.symmetricDifference(RangeSet(0..<5)))
  }
}

/// Marks by keys, beside a naive set.
@Suite struct MarksTests {
  /// The marks, as a person would write them down.
  private struct Notes {
    var marked: Set<Int> = []
    var rangeStart: Int?
    var history: [(added: Set<Int>, removed: Set<Int>)] = []

    mutating func change(to marks: Set<Int>) {
      let (added, removed) = (marks.subtracting(marked), marked.subtracting(marks))
      marked = marks
      if added.isEmpty, removed.isEmpty { return }
      history = history.suffix(19) + [(added, removed)]
    }

    mutating func closeRange(to selected: Int, in items: [Int]) {
      defer { rangeStart = nil }
      guard let start = rangeStart.flatMap(items.firstIndex),
        let end = items.firstIndex(of: selected)
      else { return }
      change(to: marked.union(items[min(start, end)...max(start, end)]))
    }

    mutating func press(_ key: Character, on selected: Int, in items: [Int]) {
      if key == "u" {
        rangeStart = nil
        guard let latest = history.popLast() else { return }
        marked = marked.subtracting(latest.added).union(latest.removed).intersection(items)
        return
      }
      guard !items.isEmpty else { return }
      let hadRange = rangeStart != nil
      if key == "A" { rangeStart = nil } else { closeRange(to: selected, in: items) }
      switch key {
      case " " where !hadRange: marked.formSymmetricDifference([selected])
      case "V" where !hadRange: rangeStart = selected
      case "a": change(to: Set(items))
      case "*": change(to: Set(items).subtracting(marked))
      case "A": change(to: [])
      default: break
      }
    }

    mutating func forget(_ gone: Set<Int>) {
      marked.subtract(gone)
      if rangeStart.map(gone.contains) == true { rangeStart = nil }
    }
  }

  @Test func `marks equal a set of items through random keys, changes and orders of the source`() {
    for seed in 0..<150 {
      var random = SeededRandom(seed: UInt64(seed))
      var edits = ItemEdits(count: Int.random(in: 0...30, using: &random))
      var items = edits.items
      var session = GallerySession(source: Numbered(items), mode: .grid)
      var notes = Notes()
      for step in 0..<80 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
          let (changes, gone) = edits.edit(using: &random)
          items = edits.items
          session.take(Numbered(items), changes)
          notes.forget(gone)
        case 1 where items == edits.items:
          // Any order, as after sorting; the next edit continues from the former one.
          items.shuffle(using: &random)
          session.take(Numbered(items), nil)
          items = edits.items
          session.take(Numbered(items), nil)
        case 2...4:
          let keys: [Key] = [.down, .up, .right, .home, .end, .pageDown]
          session.press(keys.randomElement(using: &random) ?? .down)
        default:
          let key = "  V*aAu".randomElement(using: &random) ?? " "
          if items.isEmpty {
            notes.press(key, on: -1, in: items)
          } else {
            notes.press(key, on: session.selected, in: items)
          }
          let effects = session.press(.character(key))
          if effects.contains(.files(.undo(isConfirmed: false))) {
            session.send([.files(.ended(FileOutcome(nil, problem: "nothing to undo")))])
          }
        }
        let marks = session.gallery.marks
        let marked = Set(marks.marked.ranges.joined())
        guard marked == notes.marked, marks.count == notes.marked.count,
          marks.rangeStart?.rawValue == notes.rangeStart
        else {
          Issue.record("seed \(seed), step \(step): \(marked) is not \(notes.marked)")
          return
        }
      }
    }
  }

  private func session(_ count: Int = 10) -> GallerySession { GallerySession(count: count) }

  private func marked(_ session: GallerySession) -> [Int] {
    Array(session.gallery.marks.marked.ranges.joined())
  }

  @Test func `Space marks and goes on, also in one picture, and unmarks what is marked`() {
    var session = session()
    session.press(.character(" "), .character(" "), .enter, .character(" "))
    #expect(marked(session) == [0, 1, 2] && session.gallery.selection == 3)
    #expect(session.gallery.screen == .detail)
    session.press(.left, .character(" "))
    #expect(marked(session) == [0, 1])
  }

  @Test func `Esc closes a range after the picture, and no mark is lost`() {
    var session = session()
    session.press(.character(" "), .character("V"), .right, .enter)
    #expect(session.frame.text.contains("range of 2"))
    session.press(.escape)
    #expect(session.gallery.screen == .tiles && session.gallery.marks.rangeStart != nil)
    session.press(.escape)
    #expect(session.gallery.marks.rangeStart == nil && marked(session) == [0])
    session.press(.escape)
    #expect(marked(session) == [0] && session.frame.text.contains("q quits"))
  }

  @Test func `leaving with q marks the open range before, and Q leaves with another status`() {
    var session = session()
    session.press(.character("V"), .right, .character("q"))
    #expect(marked(session) == [0, 1])
    #expect(session.effects.transcript.contains("mark 2 unmark 0, leave 0"))
    session.press(.character("Q"))
    #expect(session.effects.transcript.contains("leave 2"))
  }

  @Test func `a single mark stays when a change of many is undone`() {
    var session = session()
    session.press(.character("a"), .character("A"), .character(" "), .character("u"))
    #expect(session.gallery.marks.count == 10)
    session.press(.character("u"))
    #expect(marked(session) == [])
    #expect(session.press(.character("u")) == [.files(.undo(isConfirmed: false))])
  }

  @Test func `the status line counts marked items and the sizes that are known`() {
    var session = session()
    session.press(.character(" "))
    #expect(session.frame.text.contains("· 1 marked ·"))
    let key = session.gallery.tiles[0]?.key
    var image = PixelImage(size: PixelSize(width: 4, height: 4), filledWith: 0xFF_336699)
    image.info = PictureInfo(size: PixelSize(width: 40, height: 40))
    image.info?.bytes = 34_000_000
    if let key { session.send([.pictureReady(key, image)]) }
    #expect(session.frame.text.contains("1 marked, 34.0 MB"))
    session.press(.character(" "))
    #expect(session.frame.text.contains("2 marked, over 34.0 MB"))
    session.press(.character("*"))
    #expect(session.frame.text.contains("8 marked ·"))
  }

  @Test func `where one picture is asked for, Enter leaves with it, and none is marked`() {
    var session = session()
    session.gallery.marks.takesOne = true
    session.press(.right, .character(" "), .character("a"))
    #expect(marked(session) == [] && session.frame.text.contains("Enter takes"))
    session.press(.enter)
    #expect(marked(session) == [1] && session.effects.transcript.contains("leave 0"))
  }

  @Test func `restored marks are announced, and not taken after all were cleared`() {
    var session = session()
    let former = FormerMarks(found: RangeSet(2..<5), foundCount: 3, of: 4, isLast: true)
    session.send([.marksRestored(former)])
    #expect(marked(session) == [2, 3, 4])
    #expect(session.frame.text.contains("3 of 4 marks restored; A clears them"))
    session.press(.character("A"))
    session.send([.marksRestored(former)])
    #expect(marked(session) == [])
  }

  @Test func `ten million items are marked, inverted and cleared in one run`() {
    var session = session(10_000_000)
    session.press(.character("a"))
    #expect(session.gallery.marks.count == 10_000_000)
    session.press(.home, .character(" "), .character("*"))
    #expect(marked(session) == [0])
    session.press(.character("V"), .end, .character("V"))
    #expect(session.gallery.marks.marked.ranges.count == 1)
  }

  // MARK: - Drawing

  private func drawn(mode: GalleryLayout.Mode, rendition: Rendition = Rendition()) -> GallerySession
  {
    var session = GallerySession(
      count: 6, screen: CellSize(columns: mode == .grid ? 102 : 100, rows: 29), mode: mode,
      tile: mode == .grid ? nil : .standard, rendition: rendition)
    session.answerAll()
    session.press(.character(" "), .right, .character(" "), .character(" "), .left)
    return session
  }

  @Test func `marked pictures of a grid have heavy edges and a sign before their names`() throws {
    try expectFrame(drawn(mode: .grid).frame, is: "marks-grid")
  }

  @Test func `marked rows of a list have the sign and edges, an open range too`() throws {
    var session = drawn(mode: .list)
    session.press(.character("V"), .down)
    try expectFrame(session.frame, is: "marks-list")
  }

  @Test func `one picture says that it is marked`() throws {
    var session = drawn(mode: .grid)
    session.press(.enter)
    #expect(session.frame.text.contains("4/6 ✓ food 3"))
    session.press(.left, .left)
    #expect(session.frame.text.contains("2/6 food 1"))
    session.press(.right, .right)
    session.answerAll()
    try expectFrame(session.frame, is: "marks-detail")
  }

  @Test func `a mark needs no color`() {
    let session = drawn(mode: .grid, rendition: Rendition(colors: .mono))
    let plain = GallerySession(
      count: 6, screen: CellSize(columns: 102, rows: 29), mode: .grid,
      rendition: Rendition(colors: .mono))
    func count(_ glyph: Character, _ session: GallerySession) -> Int {
      session.frame.text.count { $0 == glyph }
    }
    #expect(count("✓", session) == 4 && count("┏", session) == 3)
    #expect(count("✓", plain) == 0 && count("┏", plain) == 0)
  }

  @Test func `moving over marks draws what drawing anew does`() {
    var session = drawn(mode: .grid)
    var canvas = Canvas(size: session.gallery.layout.screen)
    canvas.draw(session.gallery)
    for key in " V  *aA u VjV".map(Key.character) + [.down, .character(" "), .up] {
      session.press(key)
      canvas.draw(session.gallery)
      #expect(canvas.surface == session.frame, "\(key)")
    }
  }
}
