import GalleryItems
import Glibc
import Prefetching
import SourceItems
import Synchronization

/// Corrects the order of pictures on pages by the dates that were decoded, in batches.
///
/// Any thread may use it. The caller of ``correct(_:to:)`` never waits for sorting.
final class PageDates: Sendable {
  private struct News {
    /// The decoded dates that are not in the order yet.
    var learned: [Int: Int] = [:]
    /// Whether the order was corrected, but not posted yet.
    var isTelling = false
  }

  private let order: Mutex<DatedOrder>
  private let news = Mutex(News())
  private let demand: DemandPipe
  private let didChange: Mutex<(@Sendable () -> Void)?> = Mutex(nil)

  /// Creates an order; returns nil if too many files are open, or if pictures are not sorted by date taken.
  init?(_ sorting: PictureSorting) {
    guard sorting.order == .taken, let pipe = DemandPipe() else { return nil }
    order = Mutex(DatedOrder(isReversed: sorting.isReversed))
    demand = pipe
  }

  /// Adds the items of the next page, which are shown later.
  func add(_ content: PageContent) { order.withLock { $0.add(content) } }

  /// Schedules the correction of a shown item's date.
  func correct(_ item: ItemID, to date: Int) {
    news.withLock { $0.learned[item.rawValue] = date }
    demand.ask()
  }

  /// Whether items may move in a snapshot that was not posted yet.
  var hasCorrections: Bool { news.withLock { $0.isTelling || !$0.learned.isEmpty } }

  /// Shows the first `count` items, and passes on their order and its changes.
  ///
  /// Both are nil if no date was ever corrected; see `DatedOrder`.
  func show(_ count: Int, _ tell: (SortedNumbers?, ItemChanges?) -> Void) {
    order.withLock { order in
      let changes = order.show(count)
      tell(order.shown, changes)
    }
  }

  /// Sets a function to call after corrections, on the thread of ``applyCorrections()``; it calls ``endCorrections(_:)``.
  func whenChanged(_ function: @escaping @Sendable () -> Void) {
    didChange.withLock { $0 = function }
  }

  /// Waits for dates and applies them in batches, at the rate of other snapshots.
  func applyCorrections() {
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
    // Report dates that move no item too, because the run loop may be waiting for them.
    didChange.withLock { $0 }?()
  }

  /// Posts the order with all corrections so far, and marks them as posted in the same step.
  ///
  /// The run loop sleeps until a post, so it must never see corrections without a later post.
  func endCorrections(_ post: () -> Void) {
    news.withLock { news in
      post()
      news.isTelling = false
    }
  }
}
