import GalleryCore
import GalleryItems
import ImageLoading
import LocalPictures
import Raster
import Synchronization
import TerminalUI

/// Searches and filters items on a thread of its own, and posts the advance to the mailbox.
final class ItemSearcher {
  /// The items between checks for cancellation.
  private static let part = 65_536
  /// The files between these checks.
  private static let fileCount = 64
  /// The interval of progress reports.
  private static let pace = Duration.milliseconds(100)

  /// The numbers of the current orders; 0 for none.
  private final class Current: Sendable {
    let search = Atomic(0)
    let filter = Atomic(0)
  }

  private let mailbox: Mailbox
  private let clock: any ProgramClock
  private let thread = SerialThread(name: "search")
  private let current = Current()
  private let texts: TextShelf

  /// True if nothing is under way.
  var isIdle: Bool { !isSearching && !isFiltering }
  private var isSearching = false
  private var isFiltering = false

  /// - Parameter maxFileBytes: the most bytes of a picture in an archive.
  init(mailbox: Mailbox, clock: any ProgramClock, maxFileBytes: Int) {
    self.mailbox = mailbox
    self.clock = clock
    texts = TextShelf(maxFileBytes: maxFileBytes)
  }

  deinit {
    stop()
    stopFilter()
  }

  /// Starts a search, replacing the previous one.
  func search(_ order: SearchOrder, in items: AnyItemSnapshot) {
    isSearching = true
    current.search.store(order.number, ordering: .relaxed)
    thread.run { [mailbox, clock, current, texts] in
      var order = order
      let part = order.query.readsTexts ? Self.fileCount : Self.part
      var nextNotice = clock.now + Self.pace
      while order.left > 0, current.search.load(ordering: .relaxed) == order.number {
        if let place = order.examine(part, in: items, info: { texts.info(of: $0) }) {
          return mailbox.post(.searched(SearchNews(of: order, .found(items.id(at: place)))))
        }
        guard clock.now >= nextNotice else { continue }
        nextNotice = clock.now + Self.pace
        mailbox.post(.searched(SearchNews(of: order, .isOn(left: order.left))))
      }
      if order.left == 0 { mailbox.post(.searched(SearchNews(of: order, .foundNothing))) }
    }
  }

  /// Starts to filter items, replacing the previous order.
  func filter(_ order: FilterOrder, in items: AnyItemSnapshot) {
    isFiltering = true
    current.filter.store(order.number, ordering: .relaxed)
    thread.run { [mailbox, clock, current, texts] in
      var order = order
      let part = order.readsFiles ? Self.fileCount : Self.part
      var nextNotice = clock.now + Self.pace
      while order.left > 0, current.filter.load(ordering: .relaxed) == order.number {
        order.examine(part, in: items, info: { texts.info(of: $0) })
        guard order.left > 0, clock.now >= nextNotice else { continue }
        nextNotice = clock.now + Self.pace
        mailbox.post(.filtered(FilterNews(order)))
      }
      if order.left == 0 { mailbox.post(.filtered(FilterNews(order))) }
    }
  }

  /// Cancels the search soon.
  func stop() {
    isSearching = false
    current.search.store(0, ordering: .relaxed)
  }

  /// Cancels the filter soon.
  func stopFilter() {
    isFiltering = false
    current.filter.store(0, ordering: .relaxed)
  }

  /// Notes that a report was taken out of the mailbox.
  func finished(_ news: SearchNews) {
    if news.isEnd, news.number == current.search.load(ordering: .relaxed) { isSearching = false }
  }

  /// Notes that a report was taken out of the mailbox.
  func finished(_ news: FilterNews) {
    if news.isEnd, news.number == current.filter.load(ordering: .relaxed) { isFiltering = false }
  }
}

extension TextShelf {
  /// The texts and the size of an item's picture; nil if it is not a file.
  fileprivate func info(of item: GalleryItem) -> PictureInfo? {
    guard case .url(let url) = item.location else { return nil }
    return info(of: url)
  }
}
