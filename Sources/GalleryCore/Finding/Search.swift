import GalleryItems
import Prefetching

/// A search through the captions, a slice per frame, so that ten million items never delay one.
struct Search: Hashable, Sendable {
  /// Captions looked at between two frames: about 5 ms of work.
  static let slice = 5_000

  let query: String
  let direction: ScrollDirection
  /// The item to look at next.
  var next: Int
  /// The items not yet looked at.
  var remaining: Int
}

extension Gallery {
  /// Starts looking for the last search text from the item beyond the selection, around the end.
  mutating func find(_ direction: ScrollDirection) {
    guard let query = lastQuery else {
      notice = "type / and a text to search for"
      return
    }
    guard itemCount > 0 else { return }
    search = Search(
      query: query, direction: direction, next: wrapped(selection + direction.step),
      remaining: itemCount)
    continueSearch()
  }

  /// Looks at the next slice of captions.
  mutating func continueSearch() {
    guard var search else { return }
    let query = search.query.lowercased()
    for _ in 0..<min(Search.slice, search.remaining) {
      if caption(of: search.next, contains: query) {
        self.search = nil
        select(search.next)
        tellPlace()
        return
      }
      search.next = wrapped(search.next + search.direction.step)
      search.remaining -= 1
    }
    if search.remaining == 0 {
      self.search = nil
      notice = "no caption contains “\(search.query)”"
    } else {
      self.search = search
    }
  }

  /// Counts on, until the place of the selected item among all hits can be told.
  mutating func continueCounting() {
    guard var hits, isCounting else { return }
    let query = hits.query.lowercased()
    hits.lookOn { caption(of: $0, contains: query) }
    self.hits = hits
    if hits.isComplete { tellPlace() }
  }

  /// Whether it is still to be found out which hit the selected item is.
  var isCounting: Bool {
    guard let hits, search == nil else { return false }
    return !hits.isComplete && hits.query == lastQuery
  }

  /// Says which of all hits the selected item is; where they are not counted yet, they will be.
  private mutating func tellPlace() {
    guard let query = lastQuery, itemCount <= SearchHits.mostItems else { return }
    if hits?.query != query || hits?.itemCount != itemCount {
      hits = SearchHits(query: query, itemCount: itemCount)
    }
    if let place = hits?.place(of: selection) { notice = "\(place) with “\(query)”" }
  }

  private func caption(of item: Int, contains query: String) -> Bool {
    self.item(item).caption.lowercased().contains(query)
  }

  private func wrapped(_ item: Int) -> Int {
    (item % itemCount + itemCount) % itemCount
  }
}

extension ScrollDirection {
  fileprivate var step: Int { self == .forward ? 1 : -1 }
}
