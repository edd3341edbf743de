import GalleryItems
import Glibc
import Prefetching
import Synchronization

/// Corrects the order of pictures on pages by the dates that they turn out to have, some at a time.
///
/// Any thread may use it.
final class PageDates: Sendable {
  private let order: Mutex<DatedOrder>
  private let demand: DemandPipe
  private let didChange: Mutex<(@Sendable () -> Void)?> = Mutex(nil)

  /// Nil where too many files are open, and where pictures are not sorted by when they were taken.
  init?(_ sorting: PictureSorting) {
    guard sorting.order == .taken, let pipe = DemandPipe() else { return nil }
    order = Mutex(DatedOrder(isReversed: sorting.isReversed))
    demand = pipe
  }

  /// Adds the items of the next page, which are shown later.
  func add(_ content: PageContent) { order.withLock { $0.add(content) } }

  /// Notes the date of an item that is shown.
  func correct(_ item: ItemID, to date: Int) {
    if order.withLock({ $0.correct(item.rawValue, to: date) }) { demand.ask() }
  }

  /// Whether items belong elsewhere than ``show(_:_:)`` has told.
  var hasCorrections: Bool { order.withLock { $0.hasCorrections } }

  /// Shows as many items, and tells how; see `DatedOrder`.
  func show(_ count: Int, _ tell: (SortedNumbers, ItemChanges) -> Void) {
    order.withLock { order in
      let changes = order.show(count)
      tell(order.shown, changes)
    }
  }

  /// Calls a function when items belong elsewhere, on the thread of ``follow()``.
  func whenChanged(_ function: @escaping @Sendable () -> Void) {
    didChange.withLock { $0 = function }
  }

  /// Waits for dates, and tells of all that have come, as often as other news.
  func follow() {
    var pace = NewsPace()
    while true {
      demand.wait()
      poll(nil, 0, Int32(clamping: Int(pace.wait / .milliseconds(1))))
      demand.forget()
      let start = ContinuousClock.now
      didChange.withLock { $0 }?()
      pace.toldNews(since: start)
    }
  }
}
