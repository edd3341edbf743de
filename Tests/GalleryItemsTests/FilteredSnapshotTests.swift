import FoundationEssentials
import GalleryItems
import Prefetching
import TestSupport
import Testing

@Suite struct FilteredSnapshotTests {
  /// Items in two parts, in sections, with ids of their own.
  private struct Whole: ItemSnapshot {
    struct Sections: SnapshotSections {
      let starts: [Int]
      var count: Int { starts.count }
      func start(of section: Int) -> Int { starts[section] }
      func title(of section: Int) -> String? { "section \(section)" }
    }

    let captions: [String]
    let split: Int
    let starts: [Int]

    var numberOfSections: Int { 2 }

    func numberOfItems(inSection section: Int) -> Int {
      section == 0 ? split : captions.count - split
    }

    func item(at path: IndexPath) -> GalleryItem {
      let place = path.section == 0 ? path.item : split + path.item
      return GalleryItem(id: "\(place)", caption: captions[place], location: .template(""))
    }

    func id(at place: Int) -> ItemID { ItemID(rawValue: 1_000 + place) }

    func place(of id: ItemID) -> Int? {
      captions.indices.contains(id.rawValue - 1_000) ? id.rawValue - 1_000 : nil
    }

    func ids(at places: RangeSet<Int>) -> RangeSet<Int> {
      RangeSet(places.ranges.map { $0.lowerBound + 1_000..<$0.upperBound + 1_000 })
    }

    func places(of ids: RangeSet<Int>) -> RangeSet<Int> {
      let inside = ids.intersection(RangeSet(1_000..<1_000 + captions.count))
      return RangeSet(inside.ranges.map { $0.lowerBound - 1_000..<$0.upperBound - 1_000 })
    }

    var sections: any SnapshotSections { Sections(starts: starts) }
  }

  @Test(arguments: UInt64(0)..<40)
  func `it is the list of the shown items`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...200, using: &random)
    let captions = (0..<count).map { _ in ["ant", "bee", "cat"].randomElement(using: &random) ?? ""
    }
    let starts =
      [0] + (1..<max(2, count)).filter { _ in Int.random(in: 0..<9, using: &random) == 0 }
    let whole = Whole(
      captions: captions, split: Int.random(in: 0...count, using: &random), starts: starts)
    let kept = captions.indices.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
    var places = PlaceSet()
    for place in kept { places.append(place..<place + 1) }
    let items = FilteredSnapshot(AnyItemSnapshot(whole), showing: places)

    #expect(items.itemCount == kept.count)
    #expect(kept.indices.map { items.item(at: [0, $0]).id } == kept.map(String.init))
    #expect(kept.indices.map { items.id(at: $0).rawValue } == kept.map { $0 + 1_000 })
    for place in captions.indices {
      #expect(items.place(of: whole.id(at: place)) == kept.firstIndex(of: place))
    }
    let some = RangeSet(
      kept.indices.filter { _ in Bool.random(using: &random) }.map { $0..<$0 + 1 })
    let ids = items.ids(at: some)
    #expect(Array(ids.ranges.joined()) == some.ranges.joined().map { kept[$0] + 1_000 })
    #expect(items.places(of: ids) == some)
    #expect(items.places(of: RangeSet(0..<5_000)).ranges.reduce(0) { $0 + $1.count } == kept.count)

    let filled = starts.indices.filter { number in
      let end = number + 1 < starts.count ? starts[number + 1] : count
      return kept.contains { (starts[number]..<end).contains($0) }
    }
    #expect(items.sections.count == filled.count)
    for (number, section) in filled.enumerated() {
      #expect(items.sections.title(of: number) == "section \(section)")
      #expect(
        items.sections.start(of: number) == kept.firstIndex { $0 >= starts[section] })
    }

    let query = CaptionQuery("b")
    for direction in [ScrollDirection.forward, .backward] {
      let range = 0..<Int.random(in: 0...kept.count, using: &random)
      #expect(
        items.firstMatch(of: query, in: range, direction)
          == range.first(direction) { captions[kept[$0]] == "bee" })
    }
  }
}
