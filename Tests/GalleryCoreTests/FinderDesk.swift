import FoundationEssentials
import GalleryItems
import Prefetching
import Raster

@testable import GalleryCore

/// Items that have nothing but captions, and ids of their own.
struct Captions: ItemSnapshot {
  var texts: [String]
  var ids: [Int]

  init(_ texts: [String]) {
    self.texts = texts
    ids = Array(texts.indices)
  }

  func numberOfItems(inSection section: Int) -> Int { texts.count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    GalleryItem(id: "\(indexPath.item)", caption: texts[indexPath.item], location: .template(""))
  }

  func id(at place: Int) -> ItemID { ItemID(rawValue: ids[place]) }

  func place(of id: ItemID) -> Int? { ids.firstIndex(of: id.rawValue) }
}

/// A finder over captions, the item that is selected, and the latest answer.
struct FinderDesk {
  var finder = Finder()
  var captions: Captions
  var selection = 0
  var direction = ScrollDirection.forward
  var notice: String?
  var effects: [Effect] = []

  init(_ captions: [String]) { self.captions = Captions(captions) }

  private var items: AnyItemSnapshot { AnyItemSnapshot(captions) }

  mutating func press(_ keys: Key...) {
    for key in keys {
      take(finder.press(key, from: selection, in: items, into: &effects))
    }
  }

  mutating func type(_ text: String) {
    open()
    for character in text { press(.character(character)) }
  }

  /// Enters a text at once, without searches for its beginnings.
  mutating func search(_ text: String) {
    open()
    press(.paste(text), .enter)
  }

  private mutating func open() {
    finder.open(.search, at: captions.texts.isEmpty ? nil : items.id(at: selection))
  }

  mutating func find(_ direction: ScrollDirection) {
    take(finder.find(direction, from: selection, in: items, into: &effects))
  }

  mutating func tick() { take(finder.look(at: captions.texts, from: selection, in: items)) }

  /// Counts hits and carries out orders to their ends.
  mutating func settle() {
    while finder.isCounting || finder.isSearching {
      if finder.isSearching { carryOut() } else { tick() }
    }
  }

  /// The hit that is expected once it is looked for no longer.
  mutating func expectedHit() -> Int? {
    while finder.isLooking { tick() }
    return finder.expectedHit(from: selection)
  }

  /// Carries out the latest order, over other items than those that are there now if so told.
  mutating func carryOut(in former: Captions? = nil) {
    guard case .search(.start(var order))? = effects.popLast() else { return }
    let searched = AnyItemSnapshot(former ?? captions)
    let found = order.examine(order.left, in: searched).map(searched.id)
    take(SearchNews(of: order, found.map { .found($0) } ?? .foundNothing))
  }

  mutating func take(_ news: SearchNews) {
    take(finder.receive(news, from: selection, in: items, into: &effects))
  }

  private mutating func take(_ finding: Finder.Finding) {
    selection = finding.item ?? selection
    notice = finding.notice
  }
}
