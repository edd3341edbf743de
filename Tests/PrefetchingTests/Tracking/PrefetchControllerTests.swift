import FoundationEssentials
import Testing

@testable import Prefetching

@Suite struct PrefetchControllerTests {
  private let log = PrefetchLog()

  private func controller(_ counts: Int...) -> PrefetchController<Numbers> {
    PrefetchController(
      dataSource: Numbers(counts: counts), prefetchDataSource: log, policy: StaticPolicy())
  }

  private func show(
    _ offset: Int, length: Int = 4, of controller: inout PrefetchController<Numbers>
  ) -> TrackerChange {
    controller.viewportDidChange(
      to: Viewport(offset: offset, length: length),
      layout: LineLayout(itemCount: controller.itemCount, itemsPerLine: 1, lineLength: 1))
  }

  private func paths(_ items: ClosedRange<Int>, section: Int = 0) -> [IndexPath] {
    items.map { IndexPath(item: $0, section: section) }
  }

  // MARK: - The three situations of a cell that is asked for, as Apple documents them

  @Test func `the data is there`() {
    var controller = controller(20)
    #expect(show(0, of: &controller).prefetch.contains(5))
    controller.itemBecameReady(5, bytes: 10)
    #expect(show(2, of: &controller).load == [4, 5])
    controller.itemShown(5)
    #expect(controller.ledger.counts.useful == 1)
    #expect(controller.ledger.counts.late == 0)
  }

  @Test func `the data is on its way`() {
    var controller = controller(20)
    #expect(show(0, of: &controller).prefetch.contains(5))
    let change = show(2, of: &controller)
    #expect(change.load == [4, 5], "promoted, so that what is under way becomes urgent")
    #expect(!change.cancel.contains(5))
    controller.itemShown(5)
    controller.itemBecameReady(5, bytes: 10)
    #expect(controller.ledger.counts.late == 1)
    #expect(controller.ledger.counts.useful == 0)
  }

  @Test func `the data was never asked for`() {
    var controller = controller(20)
    #expect(!show(0, of: &controller).prefetch.contains(12))
    _ = log.takeCalls()
    #expect(show(10, of: &controller).load == [10, 11, 12, 13])
    #expect(
      log.takeCalls() == [.cancel(paths(4...7)), .prefetch(paths(14...17))],
      "what is needed at once is not announced")
    var expected = controller.ledger.counts
    controller.itemShown(12)
    controller.itemBecameReady(12, bytes: 10)
    expected.demanded = 1
    #expect(controller.ledger.counts == expected)
  }

  // MARK: - The ledger

  @Test func `the ledger counts what became of the items`() {
    var controller = controller(20)
    _ = show(0, of: &controller)
    for item in 4...7 { controller.itemStarted(item) }
    controller.itemBecameReady(4, bytes: 10)
    controller.itemBecameReady(5, bytes: 20)
    #expect(show(12, of: &controller).cancel == Array(0...7))
    controller.itemStopped(6, receivedBytes: 3)
    controller.itemDropped(4)
    let counts = controller.ledger.counts
    #expect(counts.started == 4 && counts.cancelled == 2 && counts.kept == 1)
    #expect(counts.wasted == 1 && counts.wastedBytes == 13)
    controller.itemShown(5)
    #expect(controller.ledger.counts.usefulBytes == 20)
  }

  @Test func `items kept before a change of sizes or places are wasted`() {
    var controller = controller(20)
    _ = show(0, of: &controller)
    controller.itemBecameReady(4, bytes: 10)
    controller.itemBecameReady(5, bytes: 20)
    _ = show(5, of: &controller)
    controller.stopAll()
    let counts = controller.ledger.counts
    #expect(counts.pending == 0 && counts.wasted == 2 && counts.wastedBytes == 30)
  }

  // MARK: - The position of policies

  @Test func `a policy gets the ready share of the screen`() {
    var controller = controller(20)
    var shares: [Double?] = []
    func look(_ offset: Int) {
      _ = show(offset, of: &controller)
      shares.append(controller.tracker.position?.conditions.readyShare)
    }
    look(0)
    controller.itemBecameReady(1, bytes: 10)
    controller.itemFailed(2)
    look(0)
    controller.itemBecameReady(5, bytes: 10)
    look(2)
    look(15)
    #expect(shares == [0, 0.5, 0.5, 0])
  }

  // MARK: - The prefetch data source

  @Test func `the first layout prefetches, before any movement`() {
    var controller = controller(20)
    _ = show(0, of: &controller)
    #expect(log.takeCalls() == [.prefetch(paths(4...7))])
  }

  @Test func `an empty list is not passed on`() {
    var controller = controller(4)
    _ = show(0, of: &controller)
    _ = show(0, of: &controller)
    controller.setPrefetchingEnabled(false)
    controller.stopAll()
    #expect(log.takeCalls().isEmpty)
  }

  @Test func `an item that has been visible is not canceled with the prefetch data source`() {
    var controller = controller(20)
    _ = show(0, of: &controller)
    _ = show(4, of: &controller)
    _ = log.takeCalls()
    let change = show(12, of: &controller)
    #expect(change.cancel == Array(4...11))
    #expect(log.takeCalls() == [.cancel(paths(8...11)), .prefetch(paths(16...19))])
  }

  @Test func `switching off cancels announced items, switching on announces them again`() {
    var controller = controller(20)
    _ = show(0, of: &controller)
    _ = log.takeCalls()
    #expect(controller.setPrefetchingEnabled(false).cancel == [4, 5, 6, 7])
    #expect(!controller.isPrefetchingEnabled)
    #expect(controller.setPrefetchingEnabled(true).prefetch == [4, 5, 6, 7])
    #expect(log.takeCalls() == [.cancel(paths(4...7)), .prefetch(paths(4...7))])
    #expect(controller.ledger.counts.cancelled == 4)
    #expect(controller.ledger.counts.pending == 4)
  }

  @Test func `stopping cancels everything, and the next viewport starts anew`() {
    var controller = controller(20)
    _ = show(0, of: &controller)
    #expect(controller.stopAll() == TrackerChange(cancel: Array(0...7)))
    let again = TrackerChange(load: [0, 1, 2, 3], prefetch: [4, 5, 6, 7])
    #expect(show(0, of: &controller) == again)
    #expect(
      log.takeCalls()
        == [.prefetch(paths(4...7)), .cancel(paths(4...7)), .prefetch(paths(4...7))])
  }

  @Test func `another policy counts at once`() {
    var controller = controller(20)
    _ = show(0, of: &controller)
    #expect(controller.policyName == "static")
    #expect(controller.setPolicy(OffPolicy()).cancel == [4, 5, 6, 7])
    #expect(controller.policyName == "off")
  }

  @Test func `a prefetch data source that is gone gets no calls`() {
    var controller = PrefetchController(
      dataSource: Numbers(counts: [20]), prefetchDataSource: PrefetchLog(),
      policy: StaticPolicy())
    #expect(controller.prefetchDataSource == nil)
    #expect(show(0, of: &controller).prefetch == [4, 5, 6, 7])
  }

  @Test func `canceling is optional`() {
    final class Eager: GalleryPrefetching {
      var count = 0
      func gallery(prefetchItemsAt indexPaths: [IndexPath]) { count += indexPaths.count }
    }
    let eager = Eager()
    var controller = PrefetchController(
      dataSource: Numbers(counts: [20]), prefetchDataSource: eager, policy: StaticPolicy())
    _ = show(0, of: &controller)
    controller.stopAll()
    #expect(eager.count == 4)
  }

  // MARK: - Sections and changes of the data

  @Test func `the items of several sections follow each other`() {
    var controller = controller(3, 0, 4, 5)
    let change = show(0, of: &controller)
    #expect(change.load == [0, 1, 2, 3])
    #expect(
      log.takeCalls() == [.prefetch(paths(1...3, section: 2) + paths(0...0, section: 3))])
  }

  @Test func `items reload by index path if they are wanted`() {
    var controller = controller(3, 4, 20)
    _ = show(0, of: &controller)
    _ = log.takeCalls()
    let change = controller.reloadItems(at: [
      IndexPath(item: 2, section: 1), IndexPath(item: 1, section: 0), [0, 3], [7, 7], [1],
      IndexPath(item: 9, section: 2),
    ])
    #expect(change == TrackerChange(load: [1], prefetch: [5]))
    #expect(log.takeCalls() == [.prefetch([IndexPath(item: 2, section: 1)])])
    #expect(controller.reloadItems([0]) == TrackerChange(load: [0]))
  }

  @Test func `a reloaded item that was visible is announced, and canceled with the others`() {
    var controller = controller(20)
    _ = show(8, of: &controller)
    _ = show(7, of: &controller)
    _ = log.takeCalls()
    #expect(controller.tracker.window == 11..<16)
    #expect(controller.reloadItems([11]).prefetch == [11])
    controller.setPrefetchingEnabled(false)
    #expect(log.takeCalls() == [.prefetch(paths(11...11)), .cancel(paths(11...15))])
  }

  @Test func `a removed item is canceled under the index path of its announcement`() {
    var controller = controller(5, 3)
    _ = show(0, of: &controller)
    _ = log.takeCalls()
    controller.dataSource.counts = [5]
    #expect(controller.itemCount == 5)
    #expect(show(0, of: &controller).cancel == [5, 6, 7])
    #expect(log.takeCalls() == [.cancel(paths(0...2, section: 1))])
  }

  @Test func `an item added at the end is announced, and canceled by the same index path`() {
    var controller = controller(6)
    _ = show(0, of: &controller)
    _ = log.takeCalls()
    controller.dataSource.counts = [6, 1]
    #expect(show(0, of: &controller).prefetch == [6])
    #expect(log.takeCalls() == [.prefetch(paths(0...0, section: 1))])
    controller.stopAll()
    #expect(log.takeCalls() == [.cancel(paths(4...5) + paths(0...0, section: 1))])
  }

  @Test func `a data source that changed behind its reference is read again on request`() {
    final class Growing: GalleryDataSource {
      var count = 2
      func numberOfItems(inSection section: Int) -> Int { count }
      func item(at indexPath: IndexPath) -> Int { indexPath.item }
    }
    var controller = PrefetchController(dataSource: Growing())
    controller.dataSource.count = 3
    controller.dataSourceDidChange()
    #expect(controller.itemCount == 3)
  }

  @Test func `a layout with more items than the data source does not make them up`() {
    var controller = controller(6)
    let change = controller.viewportDidChange(
      to: Viewport(offset: 0, length: 4),
      layout: LineLayout(itemCount: 100, itemsPerLine: 1, lineLength: 1))
    #expect(change.prefetch == [4, 5])
  }
}
