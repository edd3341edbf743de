import FoundationEssentials
import GalleryItems
import Glibc
import Prefetching
import Synchronization

/// The items of a list that is read while they are shown: more come at the end, and all stay.
///
/// Items are added by the thread that reads; any thread may ask for those that are there.
package final class GrowingList: GalleryDataSource, Sendable {
  private struct State {
    /// All but the last have the same length, so that adding items never moves many.
    var chunks: [[GalleryItem]] = [[]]
    var isComplete = false
    /// Why it ended before its end, if it did.
    var problem: String?

    var count: Int { (chunks.count - 1) * GrowingList.chunk + (chunks.last?.count ?? 0) }
  }

  private static let chunk = 4_096
  private static let blockBytes = 64 << 10
  /// The least time between two notices of items while more come.
  private static let noticeInterval = Duration.milliseconds(100)

  /// The name of the list, for messages.
  private let name: String
  private let descriptor: Int32
  private let list: ItemList
  private let state = Mutex(State())

  /// - Parameter descriptor: closed when the list goes away.
  init(_ descriptor: Int32, named name: String, list: ItemList) {
    self.descriptor = descriptor
    self.name = name
    self.list = list
  }

  deinit { close(descriptor) }

  /// Whether all of it is read.
  package var isComplete: Bool { state.withLock { $0.isComplete } }

  /// The error of a list that is complete and has no item.
  package var failure: SourceError? {
    state.withLock { state in
      guard state.isComplete, state.count == 0 else { return nil }
      return state.problem.map { .unreadable(name, reason: $0) } ?? .empty(name)
    }
  }

  package func numberOfItems(inSection section: Int) -> Int { state.withLock { $0.count } }

  package func item(at indexPath: IndexPath) -> GalleryItem {
    let (chunk, place) = indexPath.item.quotientAndRemainder(dividingBy: Self.chunk)
    return state.withLock { $0.chunks[chunk][place] }
  }

  /// Reads to the end, which takes as long as the program that writes.
  ///
  /// - Parameter didGrow: called at once for the first items, then at most ten times a second, as
  ///   soon as no more come, and at the end.
  package func read(_ didGrow: () -> Void) {
    let clock = ContinuousClock()
    var list = list
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    var lastNotice: ContinuousClock.Instant?
    var hasNews = false
    while true {
      if hasNews {
        let rest = lastNotice.map { Self.noticeInterval - $0.duration(to: clock.now) } ?? .zero
        if rest <= .zero || !hasInput(within: rest) {
          didGrow()
          lastNotice = clock.now
          hasNews = false
        }
      }
      let count = Glibc.read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      // Another program has made the pipe so.
      if count < 0, errno == EAGAIN, hasInput(within: nil) { continue }
      if count < 0 { end(because: String(cString: strerror(errno))) }
      guard count > 0 else { break }
      if list.separator == ItemList.newline, block[..<count].contains(0) {
        end(because: "it is no list of lines, because it has a zero byte")
        break
      }
      let items = list.items(in: block[..<count])
      add(items)
      hasNews = hasNews || !items.isEmpty
    }
    add(list.lastItem().map { [$0] } ?? [])
    state.withLock { $0.isComplete = true }
    didGrow()
  }

  /// - Parameter time: nil for as long as it takes.
  private func hasInput(within time: Duration?) -> Bool {
    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, time.map { Int32($0 / .milliseconds(1)) + 1 } ?? -1) > 0
  }

  private func end(because problem: String) { state.withLock { $0.problem = problem } }

  private func add(_ items: [GalleryItem]) {
    state.withLock { state in
      for item in items {
        if state.chunks[state.chunks.count - 1].count == Self.chunk { state.chunks.append([]) }
        state.chunks[state.chunks.count - 1].append(item)
      }
    }
  }
}
