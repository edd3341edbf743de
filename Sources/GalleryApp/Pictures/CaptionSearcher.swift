import GalleryCore
import GalleryItems
import ImageLoading
import Synchronization
import TerminalUI

/// Searches captions on a thread of its own, and posts its progress to the mailbox.
final class CaptionSearcher {
  /// The captions between checks for cancellation.
  private static let part = 65_536
  /// The interval of progress reports.
  private static let pace = Duration.milliseconds(100)

  /// The number of the current order; 0 for none.
  private final class Current: Sendable {
    let number = Atomic(0)
  }

  private let mailbox: Mailbox
  private let clock: any ProgramClock
  private let thread = SerialThread(name: "search")
  private let current = Current()

  /// True if no search is under way.
  private(set) var isIdle = true

  init(mailbox: Mailbox, clock: any ProgramClock) {
    self.mailbox = mailbox
    self.clock = clock
  }

  deinit { stop() }

  /// Starts a search, replacing the previous one.
  func search(_ order: SearchOrder, in items: AnyItemSnapshot) {
    isIdle = false
    current.number.store(order.number, ordering: .relaxed)
    thread.run { [mailbox, clock, current] in
      var order = order
      var nextNotice = clock.now + Self.pace
      while order.left > 0, current.number.load(ordering: .relaxed) == order.number {
        if let place = order.examine(Self.part, in: items) {
          return mailbox.post(.searched(SearchNews(of: order, .found(items.id(at: place)))))
        }
        guard clock.now >= nextNotice else { continue }
        nextNotice = clock.now + Self.pace
        mailbox.post(.searched(SearchNews(of: order, .isOn(left: order.left))))
      }
      if order.left == 0 { mailbox.post(.searched(SearchNews(of: order, .foundNothing))) }
    }
  }

  /// Cancels the search soon.
  func stop() {
    isIdle = true
    current.number.store(0, ordering: .relaxed)
  }

  /// Notes that a report was taken out of the mailbox.
  func finished(_ news: SearchNews) {
    if news.isEnd, news.number == current.number.load(ordering: .relaxed) { isIdle = true }
  }
}
