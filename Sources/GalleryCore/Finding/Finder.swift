import Keys
import Prefetching
import Raster

/// Finds items by number or by caption.
///
/// A search examines a slice of the captions per frame, so that ten million items never delay one.
/// Then the hits are counted, also a slice per frame.
struct Finder {
  /// The result of a search: an item to select, a message for the person, both, or neither.
  struct Finding: Hashable {
    var item: Int?
    var notice: String?
  }

  /// The number of captions examined between two frames, about 5 ms of work.
  static let slice = 5_000

  private(set) var prompt: Prompt?
  private var search: Search?
  /// The latest search text.
  private var query: String?
  /// The matching items that are counted so far.
  private var hits: SearchHits?

  /// True while `look` must be called once per frame.
  var isLooking: Bool { search != nil || isCounting }

  /// The typed text or the search text, shown in place of the selected item's caption.
  var statusText: String? { prompt?.statusText ?? search?.statusText }

  mutating func open(_ kind: Prompt.Kind) { prompt = Prompt(kind: kind) }

  /// Goes on over other items; a search may examine some twice.
  ///
  /// - Parameter changes: nil if any item may be anywhere.
  mutating func follow(_ changes: ItemChanges?, itemCount: Int) {
    search = search?.following(changes, itemCount: itemCount)
    if let changes, let hits, changes.keepsPlaces(below: hits.itemCount) { return }
    hits = nil
  }

  /// Stops the search and the count of its hits.
  mutating func stop() {
    search = nil
    if isCounting { hits = nil }
  }
}

// MARK: - Typing

extension Finder {
  /// Handles a key while the prompt is open.
  ///
  /// - Parameters:
  ///   - selection: the item from which a search starts.
  ///   - captions: the captions of all items; a search reads only those that it examines.
  mutating func press<Captions>(
    _ key: Key, from selection: Int, in captions: Captions, into effects: inout [Effect]
  ) -> Finding where Captions: RandomAccessCollection<String>, Captions.Index == Int {
    switch prompt?.press(key) {
    case .isSubmitted: return submit(from: selection, in: captions)
    case .isCanceled: prompt = nil
    case .repaints: effects.append(.session(.repaint))
    case .isTyped, nil: break
    }
    return Finding()
  }

  private mutating func submit<Captions>(from selection: Int, in captions: Captions) -> Finding
  where Captions: RandomAccessCollection<String>, Captions.Index == Int {
    guard let done = prompt else { return Finding() }
    prompt = nil
    switch done.kind {
    case .jump: return jump(to: done.text, of: captions.count)
    case .search:
      guard !done.text.isEmpty else { return Finding() }
      query = done.text
      return find(.forward, from: selection, in: captions)
    }
  }

  /// Jumps to the item of this number, which counts from 1, as in the status line.
  private func jump(to text: String, of itemCount: Int) -> Finding {
    guard let number = Int(text) else {
      return Finding(notice: "type the number of a picture, from 1 to \(itemCount)")
    }
    return Finding(item: itemCount > 0 ? min(max(1, number), itemCount) - 1 : nil)
  }
}

// MARK: - Searching

extension Finder {
  /// Searches for the latest text, from the item after the selection, wrapping around the end.
  mutating func find<Captions>(
    _ direction: ScrollDirection, from selection: Int, in captions: Captions
  ) -> Finding where Captions: RandomAccessCollection<String>, Captions.Index == Int {
    guard let query else { return Finding(notice: "type / and a text to search for") }
    guard !captions.isEmpty else { return Finding() }
    search = Search(for: query, direction, from: selection, of: captions.count)
    return continueSearch(in: captions)
  }

  /// Examines the next slice of captions, to find an item or to count the hits.
  mutating func look<Captions>(at captions: Captions, from selection: Int) -> Finding
  where Captions: RandomAccessCollection<String>, Captions.Index == Int {
    search == nil
      ? continueCounting(in: captions, from: selection) : continueSearch(in: captions)
  }

  private mutating func continueSearch<Captions>(in captions: Captions) -> Finding
  where Captions: RandomAccessCollection<String>, Captions.Index == Int {
    guard var looking = search else { return Finding() }
    let found = looking.lookOn(in: captions)
    search = found == nil && !looking.isOver ? looking : nil
    if let found { return Finding(item: found, notice: place(of: found, of: captions.count)) }
    return Finding(notice: looking.isOver ? "no caption contains “\(looking.query)”" : nil)
  }

  private mutating func continueCounting<Captions>(
    in captions: Captions, from selection: Int
  ) -> Finding where Captions: RandomAccessCollection<String>, Captions.Index == Int {
    guard isCounting else { return Finding() }
    // In place: a second reference would copy all hits found so far.
    hits?.lookOn(in: captions)
    return Finding(
      notice: hits?.isComplete == true ? place(of: selection, of: captions.count) : nil)
  }

  /// True until the selected item's place among the hits is known.
  private var isCounting: Bool {
    guard let hits, search == nil else { return false }
    return !hits.isComplete && hits.query == query
  }

  /// The item's place among all hits; starts to count them if they are not counted yet.
  private mutating func place(of item: Int, of itemCount: Int) -> String? {
    guard let query, itemCount <= SearchHits.mostItems else { return nil }
    if hits?.query != query { hits = SearchHits(query: query, itemCount: itemCount) }
    hits?.grow(to: itemCount)
    return hits?.place(of: item).map { "\($0) with “\(query)”" }
  }
}

extension ItemChanges {
  /// Whether nothing came, went or moved before a place.
  fileprivate func keepsPlaces(below end: Int) -> Bool {
    removed.isEmpty && moved.isEmpty && (inserted.ranges.first?.lowerBound ?? .max) >= end
  }
}
