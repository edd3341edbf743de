import GalleryItems
import Glibc
import Prefetching
import SourceItems
import Synchronization

/// Corrects the order of pictures on pages by the dates that they turn out to have, some at a time.
///
/// Any thread may use it. The caller of ``correct(_:to:)`` never waits for items to be sorted.
final class PageDates: Sendable {
  private struct News {
    /// The dates of items that are not in the order yet.
    var learned: [Int: Int] = [:]
    /// Whether dates are in the order, and the items not told of.
    var isTelling = false
  }

  private let order: Mutex<DatedOrder>
  private let news = Mutex(News())
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

  /// Corrects the date of an item that is shown, soon.
  func correct(_ item: ItemID, to date: Int) {
    news.withLock { $0.learned[item.rawValue] = date }
    demand.ask()
  }

  /// Whether items may belong elsewhere than ``show(_:_:)`` has told.
  var hasCorrections: Bool { news.withLock { $0.isTelling || !$0.learned.isEmpty } }

  /// Shows the first `count` items, and tells their order and its changes.
  ///
  /// Both are nil as long as no date was another; see `DatedOrder`.
  func show(_ count: Int, _ tell: (SortedNumbers?, ItemChanges?) -> Void) {
    order.withLock { order in
      let changes = order.show(count)
      tell(order.shown, changes)
    }
  }

  /// Calls a function after corrections, on the thread of ``follow()``; it calls ``endCorrections(_:)``.
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
      takeDates()
      pace.toldNews(since: start)
    }
  }

  private func takeDates() {
    let learned = news.withLock { news in
      news.isTelling = !news.learned.isEmpty
      return exchange(&news.learned, with: [:])
    }
    guard !learned.isEmpty else { return }
    order.withLock { order in
      for (number, date) in learned { order.correct(number, to: date) }
    }
    // Dates that move nothing are told of too: the loop may be waiting for them.
    didChange.withLock { $0 }?()
  }

  /// Posts the order with all corrections so far, and ends them in the same step.
  ///
  /// The loop sleeps until a post, so it must never see corrections that no post follows.
  func endCorrections(_ post: () -> Void) {
    news.withLock { news in
      post()
      news.isTelling = false
    }
  }
}
