import FoundationEssentials
import GalleryItems
import ListSources
import Prefetching
import Raster
import SourceItems
import Synchronization

/// The pictures that a server lists, page by page: a manifest, or the pages of folders.
///
/// The first page decides which of these it is. The address may also be that of a picture.
package final class ServerSource: LiveSource, PagedSource {
  private struct State {
    var text: PagedText?
    var list: GrowingList?
    var failure: SourceError?
    var isPicture = false
  }

  private let address: String
  private let reader: PageReader
  /// Whether to read all pages without requests.
  private let flows: Bool
  /// Whether the address is more likely that of a picture, whose tile then shows any error.
  private let mayBePicture: Bool
  /// The pipe for retries of the first page; if nil, its failure is the error of the source.
  private let demand: DemandPipe?
  /// The decoded dates; nil unless pictures are sorted by date taken.
  private let dates: PageDates?
  private let state = Mutex(State())

  package init(
    _ address: String, reader: PageReader, flows: Bool = false, mayBePicture: Bool = false,
    asksAgain: Bool = false
  ) {
    self.mayBePicture = mayBePicture
    demand = asksAgain ? DemandPipe() : nil
    self.address = address
    self.reader = reader
    dates = PageDates(reader.folders.sorting)
    self.flows = flows
  }

  /// Whether the address is that of a picture.
  package var isPicture: Bool { state.withLock { $0.isPicture } }

  package var beginning: AnyItemSnapshot { AnyItemSnapshot(ItemSource(items: [])) }

  package var failure: SourceError? {
    let (failure, list) = state.withLock { ($0.failure, $0.list) }
    return failure ?? list?.failure
  }

  package func readOn() {
    if let text = state.withLock({ $0.text }) { text.readOn() } else { demand?.ask() }
  }

  package func askAgain() { readOn() }

  package func start(
    onThread: @escaping ThreadMaker, _ post: @escaping @Sendable (SnapshotChange) -> Void
  ) {
    onThread("source", 0) { [self] in run(post) }
    if let dates { onThread("source", 0) { dates.applyCorrections() } }
  }

  /// Reads all pages.
  ///
  /// - Throws: an error if the first page can't be read.
  package func read() throws(SourceError) -> AnyItemSnapshot {
    let latest = Mutex(beginning)
    run { change in latest.withLock { $0 = change.snapshot } }
    if let failure { throw failure }
    return latest.withLock { $0 }
  }

  private func run(_ post: @escaping @Sendable (SnapshotChange) -> Void) {
    while let reason = showFirstPage(post) {
      guard let demand else { return fail(because: reason, post) }
      let row = ItemSource(items: [
        GalleryItem(pageThatFailed: address, because: reason, id: "first page")
      ])
      // Discard earlier requests: only a person who sees the row can retry.
      demand.forget()
      post(
        SnapshotChange(
          to: row, by: ItemChanges(inserted: RangeSet(0..<1)), isComplete: false, supply: .failed))
      demand.wait()
      let nothing = ItemSource(items: [])
      post(
        SnapshotChange(
          to: nothing, by: ItemChanges(removed: RangeSet(0..<1)), isComplete: false))
    }
  }

  /// Reads the first page, and all pages after it.
  ///
  /// - Returns: the reason why the first page can't be shown; nil if it was.
  private func showFirstPage(_ post: @escaping @Sendable (SnapshotChange) -> Void) -> String? {
    switch reader.fetch(address) {
    case .picture: showPicture(post)
    case .failed where mayBePicture: showPicture(post)
    case .page(let page) where mayBePicture && page.isNeitherJSONNorHTML: showPicture(post)
    case .failed(let reason): return reason
    case .page(let page):
      do throws(PageProblemText) {
        try show(page, post)
      } catch {
        return error.sentence
      }
    }
    return nil
  }

  private func show(
    _ page: ServerPage, _ post: @escaping @Sendable (SnapshotChange) -> Void
  ) throws(PageProblemText) {
    let first = try reader.read(page)
    var queue = PageQueue(page.address)
    do throws(PageProblem) {
      if let start = queue.next {
        try queue.finish(start, with: first.content, isFolder: first.isFolder)
      }
    } catch {
      throw PageProblemText("\(error)")
    }
    if first.content.itemCount == 0, queue.isEmpty {
      throw PageProblemText("\(PageProblem.hasNoPictures(first.content.leftOut))")
    }
    show(
      PagedText(first.content, queue, reader: reader, dates: dates, flows: flows),
      without: first.content.leftOut, post)
  }

  private func showPicture(_ post: (SnapshotChange) -> Void) {
    state.withLock { $0.isPicture = true }
    let items = ItemSource(items: WebAddress(address).map { [$0.item] } ?? [])
    post(SnapshotChange(to: items, by: ItemChanges(inserted: RangeSet(0..<items.items.count))))
  }

  private func fail(because reason: String, _ post: (SnapshotChange) -> Void) {
    state.withLock { $0.failure = .unreadable(address, reason: reason) }
    post(SnapshotChange(to: ItemSource(items: []), by: ItemChanges()))
  }

  private func show(
    _ text: PagedText, without leftOut: LeftOutEntries,
    _ post: @escaping @Sendable (SnapshotChange) -> Void
  ) {
    let list = GrowingList(
      text, named: Credentials.removed(from: address), folder: nil,
      detection: ListDetection(known: .table(PageContent.layout)))
    state.withLock { state in
      state.text = text
      state.list = list
    }
    let latest = Mutex(ServerSnapshot(list: ListSoFar(of: list)))
    // Both threads post snapshots in order.
    let postNext: @Sendable (Bool) -> Void = { [dates] isCorrection in
      latest.withLock { former in
        // If the list is already complete here, the snapshot has all items.
        let isComplete = list.isComplete
        var next = ServerSnapshot(list: ListSoFar(of: list), failure: text.failure)
        let notice = isComplete && !isCorrection ? list.notice ?? leftOut.notice : nil
        let supply = isComplete ? .flowing : text.supply
        func tell(_ order: SortedNumbers?, _ changes: ItemChanges?) {
          next.order = order
          let change = SnapshotChange(
            to: next, by: next.changes(since: former, moving: changes),
            keptSections: former.list.sectionCount, isComplete: isComplete, notice: notice,
            supply: supply)
          if isCorrection, let dates { dates.endCorrections { post(change) } } else { post(change) }
        }
        if let dates { dates.show(next.list.count, tell) } else { tell(nil, nil) }
        former = next
      }
    }
    dates?.whenChanged { postNext(true) }
    text.whenPageFails { postNext(false) }
    list.read { postNext(false) }
  }
}

extension ServerSource: DateSorting {
  package var isPlacing: Bool { dates?.hasCorrections ?? false }

  package func place(_ item: ItemID, takenAt date: String) {
    guard let dates, let time = CameraDate.nanoseconds(of: date) else { return }
    dates.correct(item, to: time)
  }
}

/// The items listed by a server at one moment, followed by a row for a failed page.
struct ServerSnapshot: ItemSnapshot {
  /// The smallest ID of a failed page, larger than those of entries.
  private static let firstFailureID = 1 << 43

  let list: ListSoFar
  var failure: PagedText.PageFailure?
  /// The order of the entries; nil if it is that of the list.
  var order: SortedNumbers?

  private var failureID: ItemID? {
    failure.map { ItemID(rawValue: Self.firstFailureID + $0.number) }
  }

  private var count: Int { list.count + (failure == nil ? 0 : 1) }

  var sections: any SnapshotSections { list.sections }

  func numberOfItems(inSection section: Int) -> Int { count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    guard indexPath.item == list.count, let failure else {
      return list.item(at: [0, number(at: indexPath.item)])
    }
    return GalleryItem(
      pageThatFailed: failure.address, because: failure.reason, id: "page \(failure.number)",
      caption: "the next page")
  }

  func id(at place: Int) -> ItemID {
    place == list.count
      ? failureID ?? ItemID(rawValue: place) : ItemID(rawValue: number(at: place))
  }

  /// Returns the entry of the list at an index.
  private func number(at place: Int) -> Int { order.map { Int($0.numbers[place]) } ?? place }

  func place(of id: ItemID) -> Int? {
    if id.rawValue >= Self.firstFailureID { return id == failureID ? list.count : nil }
    return order.map { $0.place(of: id.rawValue) } ?? list.place(of: id)
  }

  func ids(at places: RangeSet<Int>) -> RangeSet<Int> {
    // The row of a failed page can't be marked.
    order?.numbers(at: places) ?? list.places(of: places)
  }

  func places(of ids: RangeSet<Int>) -> RangeSet<Int> {
    order?.places(of: ids) ?? list.places(of: ids)
  }

  func firstMatch(
    of query: CaptionQuery, in places: Range<Int>, _ direction: ScrollDirection
  ) -> Int? {
    let places = places.clamped(to: 0..<list.count)
    guard order != nil else { return list.firstMatch(of: query, in: places, direction) }
    return places.first(direction) { query.matches(item(at: [0, $0]).caption) }
  }

  /// Returns the changes of the items since a former snapshot.
  ///
  /// - Parameter entries: the changes of the entries; nil if new ones were only appended.
  func changes(since former: ServerSnapshot, moving entries: ItemChanges?) -> ItemChanges {
    let entries =
      entries ?? ItemChanges(inserted: RangeSet(former.list.count..<list.count))
    if failure == former.failure { return entries }
    return ItemChanges(
      removed: RangeSet(former.list.count..<former.count),
      inserted: entries.inserted.union(RangeSet(list.count..<count)), moved: entries.moved)
  }
}

extension GalleryItem {
  /// Creates the row in place of a page that could not be read.
  fileprivate init(
    pageThatFailed address: String, because reason: String, id: String,
    caption: String = "the first page"
  ) {
    let sentence = "\(Credentials.removed(from: address)): \(reason); r asks again"
    self.init(id: id, caption: caption, location: .nowhere(because: sentence))
  }
}
