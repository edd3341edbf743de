import GalleryItems
import Prefetching
import Raster

/// Searches items by caption, and owns the command line.
///
/// A search examines a slice of the captions at once, so that a small gallery answers in the same frame. The rest is
/// examined in the background, so that ten million items never delay a frame. Afterward, hits of a small gallery are
/// counted and the next hit is found, one slice per frame.
struct Finder {
  /// The result of a search: an item to select, a message for the person, both, or neither.
  struct Finding: Hashable {
    var item: Int?
    var notice: String?
    /// The typed command, if any.
    var command: Command?
    /// Whether the message is about all loaded items.
    var isAboutAll = false
    /// Whether the message says that nothing was found.
    var isNothing = false

    static func nothing(with query: CaptionQuery) -> Finding {
      Finding(
        notice: "no caption\(query.readsTexts ? " and no text" : "") contains “\(query.text)”",
        isAboutAll: true, isNothing: true)
    }
  }

  /// The number of captions examined at once, 5 to 11 ms of work.
  static let slice = 5_000

  /// The line being typed.
  var line: TypedLine?
  /// The lines typed so far, the latest one last.
  var history: [Prompt.Kind: [String]] = [:]
  private var search: Search?
  /// The continuation of the search in items that are not loaded yet.
  private var openSearch: OpenSearch?
  /// The way the source supplies more items.
  var supply = ItemSupply.flowing
  /// The number of searches so far.
  private var searchCount = 0
  /// The latest search text and direction.
  var query: CaptionQuery?
  /// The matching items counted so far.
  private(set) var hits: SearchHits?
  /// The hit that the next step will find.
  private var ahead: HitAhead?

  /// Whether a background search is running.
  var isSearching: Bool { search != nil }

  /// Whether nothing is typed, searched or counted.
  var isAtRest: Bool { statusText == nil && !isCounting }

  /// Whether a search waits for the next page of items.
  var awaitsItems: Bool { openSearch?.awaitedBehind != nil }

  /// The typed text or the search text, shown in place of the selected item's caption.
  var statusText: String? { prompt?.statusText ?? search?.statusText ?? openSearch?.statusText }

  /// Performs a command if it is the finder's.
  mutating func perform(
    _ command: Command, from selection: Int, in items: AnyItemSnapshot,
    into effects: inout [Effect]
  ) -> Finding {
    switch command {
    case .promptCommand: open(.command)
    case .promptSearch:
      open(.search, at: items.itemCount > 0 ? items.id(at: selection) : nil)
    case .findNext: return find(.forward, from: selection, in: items, into: &effects)
    case .findPrevious: return find(.backward, from: selection, in: items, into: &effects)
    default: break
    }
    return Finding()
  }

  /// Continues the search after the items have changed; if nothing is found, all items are searched
  /// again.
  ///
  /// - Parameter changes: the changes; nil if any item may be anywhere.
  mutating func apply(_ changes: ItemChanges?) {
    if let search, changes?.keepsPlaces(below: search.order.itemCount) != true {
      self.search?.isStale = true
    }
    if ahead?.survives(changes) != true { ahead = nil }
    if let changes, let hits, changes.keepsPlaces(below: hits.itemCount) { return }
    hits = nil
  }

  /// Stops the search and the counting of hits.
  ///
  /// - Returns: whether the person waited for either.
  @discardableResult
  mutating func stop(into effects: inout [Effect]) -> Bool {
    let isBusy = search != nil || openSearch?.awaitedBehind != nil || isCounting
    if search != nil { effects.append(.search(.stop)) }
    search = nil
    openSearch = nil
    ahead = nil
    if hits?.isComplete == false { hits = nil }
    return isBusy
  }
}

// MARK: - Searching

extension Finder {
  /// Searches for the latest text, from the item after the selection, wrapping around the end.
  ///
  /// - Parameter readsOn: whether it goes on in items that are not loaded yet.
  mutating func find(
    _ direction: ScrollDirection, from selection: Int, readsOn: Bool = true,
    in items: AnyItemSnapshot, into effects: inout [Effect]
  ) -> Finding {
    guard let query else { return Finding(notice: "type / and a text to search for") }
    let itemCount = items.itemCount
    guard itemCount > 0 else { return Finding() }
    stop(into: &effects)
    if readsOn, supply.isOnDemand { openSearch = OpenSearch(query: query, direction: direction) }
    // Items not loaded yet come before those in front of the selection.
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

  /// Examines one slice, and orders a background search of the rest.
  private mutating func carryOut(
    _ whole: SearchOrder, isRepeated: Bool = false, in items: AnyItemSnapshot,
    into effects: inout [Effect]
  ) -> Finding {
    var order = whole
    if !order.query.readsTexts, let found = order.examine(Self.slice, in: items) {
      return select(found, by: order, in: items)
    }
    guard order.left > 0 else { return goOn(after: order, in: items, into: &effects) }
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
    if order.query.readsTexts {
      return Finding(item: item, notice: "“\(order.query.text)” is in its texts; i shows them")
    }
    ahead = HitAhead(after: item, by: order, of: items.itemCount, wraps: !supply.isOnDemand)
    let place = place(of: item, of: items.itemCount)
    return Finding(item: item, notice: place, isAboutAll: place != nil)
  }

  /// Handles news of a background search; its end is ignored if the search was stopped.
  mutating func receive(
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
      return goOn(after: order, in: items, into: &effects)
    }
    searchCount += 1
    if known.isStale { openSearch?.passedOver = 0..<0 }
    let next =
      known.isStale
      ? SearchOrder(searchCount, for: order.query, order.direction, from: selection, of: itemCount)
      : order.goingOn(searchCount, to: itemCount)
    return carryOut(next, isRepeated: known.isStale, in: items, into: &effects)
  }

  /// Whether the next hit is being searched or hits are being counted.
  var isLooking: Bool { isLookingAhead || isCounting }
  private var isLookingAhead: Bool { search == nil && ahead?.isLookedFor == true }

  /// The item that the next step will select, if the selected one is a hit; nil until found.
  func expectedHit(from selection: Int) -> Int? { ahead?.place(after: selection) }

  /// Examines the next slice of captions; call once per frame while `isLooking`.
  mutating func look<Captions>(
    at captions: Captions, from selection: Int, in items: AnyItemSnapshot
  ) -> Finding where Captions: RandomAccessCollection<String>, Captions.Index == Int {
    let isAhead = isLookingAhead
    if isAhead { ahead?.lookOn(in: items) }
    guard isCounting, !isAhead else { return Finding() }
    // In place, because a second reference would copy all hits found so far.
    hits?.lookOn(in: captions)
    guard hits?.isComplete == true else { return Finding() }
    let place = place(of: selection, of: captions.count)
    return Finding(notice: place, isAboutAll: place != nil)
  }

  /// Whether the hits are still being counted.
  var isCounting: Bool {
    search == nil && hits.map { !$0.isComplete && $0.query == query } ?? false
  }

  /// The item's position among all hits; starts counting if necessary.
  mutating func place(of item: Int, of itemCount: Int) -> String? {
    guard let query, itemCount <= SearchHits.mostItems else { return nil }
    if hits?.query != query { hits = SearchHits(query: query, itemCount: itemCount) }
    hits?.grow(to: itemCount)
    return hits?.place(of: item).map { "\($0) with “\(query.text)”" }
  }
}

// MARK: - Items not loaded yet

extension Finder {
  /// Continues when no caption of loaded items matches: in the texts of files, or in items not loaded yet.
  private mutating func goOn(
    after order: SearchOrder, in items: AnyItemSnapshot, into effects: inout [Effect]
  ) -> Finding {
    guard !order.query.readsTexts, openSearch == nil, line == nil, items.hasFiles else {
      return goOn(from: order.query, in: items, into: &effects)
    }
    let query = CaptionQuery(order.query.text, readsTexts: true)
    self.query = query
    searchCount += 1
    let origin = max(0, min(order.origin, items.itemCount - 1))
    return carryOut(
      SearchOrder(searchCount, for: query, order.direction, from: origin, of: items.itemCount),
      in: items, into: &effects)
  }

  /// Continues when all places were examined: in items not loaded yet, then in those skipped.
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

  /// Searches new items, if a search waits for them.
  ///
  /// - Parameter changes: the changes; nil if any item may be anywhere.
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

extension AnyItemSnapshot {
  /// Whether the pictures are files, whose texts can be examined, by the first one.
  var hasFiles: Bool { item(atPlace: 0)?.path != nil }
}
