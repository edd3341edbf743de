import GalleryItems
import Keys
import Prefetching
import Raster

/// Finds items by caption, and owns the line that is typed.
///
/// A search examines a slice of the captions at once, so that a small gallery answers in the same frame. The
/// rest is ordered from elsewhere, so that ten million items never delay a frame. Then the hits of a small gallery are counted,
/// a slice per frame, and the next hit is looked for.
struct Finder {
  /// The result of a search: an item to select, a message for the person, both, or neither.
  struct Finding: Hashable {
    var item: Int?
    var notice: String?
    /// The command that was typed, if any.
    var command: Command?
    /// Whether the message is about all items that are there.
    var isAboutAll = false
    /// Whether the message is that nothing was found.
    var isNothing = false

    fileprivate static func nothing(with query: CaptionQuery) -> Finding {
      Finding(notice: "no caption contains “\(query.text)”", isAboutAll: true, isNothing: true)
    }
  }

  /// The number of captions examined at once, 5 to 11 ms of work.
  static let slice = 5_000

  private(set) var prompt: Prompt?
  private var search: Search?
  /// Where the search goes on, if items are still to come.
  private var openSearch: OpenSearch?
  /// How more items come, as far as the gallery knows.
  var supply = ItemSupply.flowing
  /// The number of searches that were begun.
  private var searchCount = 0
  /// The latest search text, and where to.
  private var query: CaptionQuery?
  /// The matching items that are counted so far.
  private var hits: SearchHits?
  /// What going on will find.
  private var ahead: HitAhead?

  /// True while a search was ordered and has not ended.
  var isSearching: Bool { search != nil }

  /// Whether a search waits for items that come when they are asked for.
  var awaitsItems: Bool { openSearch?.awaitedBehind != nil }

  /// The typed text or the search text, shown in place of the selected item's caption.
  var statusText: String? { prompt?.statusText ?? search?.statusText ?? openSearch?.statusText }

  mutating func open(_ kind: Prompt.Kind) { prompt = Prompt(kind: kind) }

  /// Carries out a command of its own; others do nothing.
  mutating func perform(
    _ command: Command, from selection: Int, in items: AnyItemSnapshot,
    into effects: inout [Effect]
  ) -> Finding {
    switch command {
    case .promptCommand: open(.command)
    case .promptSearch: open(.search)
    case .findNext: return find(.forward, from: selection, in: items, into: &effects)
    case .findPrevious: return find(.backward, from: selection, in: items, into: &effects)
    default: break
    }
    return Finding()
  }

  /// Goes on over other items; a search that finds nothing then looks at all of them.
  ///
  /// - Parameter changes: nil if any item may be anywhere.
  mutating func follow(_ changes: ItemChanges?) {
    if let search, changes?.keepsPlaces(below: search.order.itemCount) != true {
      self.search?.isStale = true
    }
    if ahead?.survives(changes) != true { ahead = nil }
    if let changes, let hits, changes.keepsPlaces(below: hits.itemCount) { return }
    hits = nil
  }

  /// Stops the search and the count of its hits.
  mutating func stop(into effects: inout [Effect]) {
    if search != nil { effects.append(.search(.stop)) }
    search = nil
    openSearch = nil
    ahead = nil
    if isCounting { hits = nil }
  }
}

// MARK: - Typing

extension Finder {
  /// Handles a key while the prompt is open.
  ///
  /// - Parameter selection: the item from which a search starts.
  mutating func press(
    _ key: Key, from selection: Int, in items: AnyItemSnapshot, into effects: inout [Effect]
  ) -> Finding {
    switch prompt?.press(key) {
    case .isSubmitted: return submit(from: selection, in: items, into: &effects)
    case .isCanceled: prompt = nil
    case .repaints: effects.append(.session(.repaint))
    case .isTyped, nil: break
    }
    return Finding()
  }

  private mutating func submit(
    from selection: Int, in items: AnyItemSnapshot, into effects: inout [Effect]
  ) -> Finding {
    guard let done = prompt else { return Finding() }
    prompt = nil
    switch done.kind {
    case .command:
      do throws(CommandTextError) {
        return Finding(command: try CommandText(done.text).command())
      } catch {
        return Finding(notice: error.description)
      }
    case .search:
      guard !done.text.isEmpty else { return Finding() }
      query = CaptionQuery(done.text)
      return find(.forward, from: selection, in: items, into: &effects)
    }
  }
}

// MARK: - Searching

extension Finder {
  /// Searches for the latest text, from the item after the selection, wrapping around the end.
  mutating func find(
    _ direction: ScrollDirection, from selection: Int, in items: AnyItemSnapshot,
    into effects: inout [Effect]
  ) -> Finding {
    guard let query else { return Finding(notice: "type / and a text to search for") }
    let itemCount = items.itemCount
    guard itemCount > 0 else { return Finding() }
    stop(into: &effects)
    if supply.isOnDemand { openSearch = OpenSearch(query: query, direction: direction) }
    // What comes at the end is before what stands before the selection.
    if direction == .forward, supply.isOnDemandAtEnd {
      let next = min(selection + 1, itemCount)
      openSearch?.passedOver = 0..<next
      return look(at: next..<itemCount, query, direction, in: items, into: &effects)
    }
    searchCount += 1
    return carryOut(
      SearchOrder(searchCount, for: query, direction, from: selection, of: itemCount), in: items,
      into: &effects)
  }

  /// Examines a slice, and orders the rest.
  private mutating func carryOut(
    _ whole: SearchOrder, isRepeated: Bool = false, in items: AnyItemSnapshot,
    into effects: inout [Effect]
  ) -> Finding {
    var order = whole
    if let found = order.examine(Self.slice, in: items) {
      return select(found, by: order, in: items)
    }
    guard order.left > 0 else { return goOn(from: order.query, in: items, into: &effects) }
    search = Search(order, isRepeated: isRepeated)
    effects.append(.search(.start(order)))
    return Finding()
  }

  private mutating func look(
    at places: Range<Int>, _ query: CaptionQuery, _ direction: ScrollDirection,
    in items: AnyItemSnapshot, into effects: inout [Effect]
  ) -> Finding {
    if places.isEmpty { return goOn(from: query, in: items, into: &effects) }
    searchCount += 1
    return carryOut(
      SearchOrder(searchCount, for: query, direction, in: places, of: items.itemCount), in: items,
      into: &effects)
  }

  /// Ends the search at an item.
  private mutating func select(
    _ item: Int, by order: SearchOrder, in items: AnyItemSnapshot
  ) -> Finding {
    openSearch = nil
    ahead = HitAhead(after: item, by: order, of: items.itemCount, wraps: !supply.isOnDemand)
    let place = place(of: item, of: items.itemCount)
    return Finding(item: item, notice: place, isAboutAll: place != nil)
  }

  /// Takes what is known of an ordered search; its end counts unless it was stopped.
  mutating func take(
    _ news: SearchNews, from selection: Int, in items: AnyItemSnapshot,
    into effects: inout [Effect]
  ) -> Finding {
    guard let known = search, known.order.number == news.number else { return Finding() }
    switch news.outcome {
    case .isOn(let left):
      search?.left = left
      return Finding()
    case .found(let id):
      search = nil
      guard let item = items.place(of: id) else { break }
      return select(item, by: known.order, in: items)
    case .foundNothing: search = nil
    }
    let (order, itemCount) = (known.order, items.itemCount)
    if known.isRepeated || itemCount == 0 || (!known.isStale && itemCount <= order.itemCount) {
      return goOn(from: order.query, in: items, into: &effects)
    }
    searchCount += 1
    if known.isStale { openSearch?.passedOver = 0..<0 }
    let next =
      known.isStale
      ? SearchOrder(searchCount, for: order.query, order.direction, from: selection, of: itemCount)
      : order.goingOn(searchCount, to: itemCount)
    return carryOut(next, isRepeated: known.isStale, in: items, into: &effects)
  }

  /// Whether the hit is looked for that going on will find, or hits are counted.
  var isLooking: Bool { isLookingAhead || isCounting }
  private var isLookingAhead: Bool { search == nil && ahead?.isLookedFor == true }

  /// The item that going on will find if the selected one is a hit; nil until it is found.
  func expectedHit(from selection: Int) -> Int? { ahead?.place(after: selection) }

  /// Examines the next slice of captions; call once per frame while `isLooking`.
  mutating func look<Captions>(
    at captions: Captions, from selection: Int, in items: AnyItemSnapshot
  ) -> Finding where Captions: RandomAccessCollection<String>, Captions.Index == Int {
    let isAhead = isLookingAhead
    if isAhead { ahead?.lookOn(in: items) }
    guard isCounting, !isAhead else { return Finding() }
    // In place: a second reference would copy all hits found so far.
    hits?.lookOn(in: captions)
    guard hits?.isComplete == true else { return Finding() }
    let place = place(of: selection, of: captions.count)
    return Finding(notice: place, isAboutAll: place != nil)
  }

  /// True until the selected item's place among the hits is known.
  var isCounting: Bool {
    search == nil && hits.map { !$0.isComplete && $0.query == query } ?? false
  }

  /// The item's place among all hits; starts to count them if they are not counted yet.
  private mutating func place(of item: Int, of itemCount: Int) -> String? {
    guard let query, itemCount <= SearchHits.mostItems else { return nil }
    if hits?.query != query { hits = SearchHits(query: query, itemCount: itemCount) }
    hits?.grow(to: itemCount)
    return hits?.place(of: item).map { "\($0) with “\(query.text)”" }
  }
}

// MARK: - Searching what is to come

extension Finder {
  /// Goes on once all places of a search are looked at: in items to come, then in those passed over.
  private mutating func goOn(
    from query: CaptionQuery, in items: AnyItemSnapshot, into effects: inout [Effect]
  ) -> Finding {
    guard let open = openSearch else { return .nothing(with: query) }
    guard !supply.isOnDemand else {
      openSearch?.awaitedBehind = items.itemCount
      return Finding()
    }
    openSearch = nil
    let passedOver = open.passedOver.clamped(to: 0..<items.itemCount)
    return look(at: passedOver, query, open.direction, in: items, into: &effects)
  }

  /// Searches what has come, if a search waits for that.
  ///
  /// - Parameter changes: nil if any item may be anywhere.
  mutating func search(
    _ changes: ItemChanges?, from selection: Int, in items: AnyItemSnapshot,
    into effects: inout [Effect]
  ) -> Finding {
    guard let open = openSearch, open.awaitedBehind != nil else { return Finding() }
    openSearch?.awaitedBehind = nil
    if let changes {
      let come = changes.inserted.ranges
      let places = (come.first?.lowerBound ?? 0)..<(come.last?.upperBound ?? 0)
      return look(at: places, open.query, open.direction, in: items, into: &effects)
    }
    openSearch?.passedOver = 0..<0
    guard items.itemCount > 0 else { return goOn(from: open.query, in: items, into: &effects) }
    searchCount += 1
    return carryOut(
      SearchOrder(
        searchCount, for: open.query, open.direction, from: selection, of: items.itemCount),
      isRepeated: true, in: items, into: &effects)
  }
}
