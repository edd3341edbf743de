import FoundationEssentials
import GalleryItems
import Glibc
import Prefetching
import Synchronization

/// The items of a list that is read while they are shown: more come at the end, and all stay.
///
/// The thread that reads only finds where entries are. An item is made when it is asked for, by any
/// thread, from a part of the text that is read again.
package final class GrowingList: GalleryDataSource, Sendable {
  private struct State {
    var index = EntryIndex()
    /// The way to read entries; known before the first.
    var format = ListFormat.lines(separator: LineScanner.newline)
    var isComplete = false
    /// Why it ended before its end, if it did.
    var problem: String?
  }

  /// The least time between two notices of items while more come.
  private static let noticeInterval = Duration.milliseconds(100)

  /// The name of the list, for messages.
  private let name: String
  /// The folder at which relative paths start; empty for the current one.
  private let folder: [UInt8]
  /// The byte that ends an entry, if entries are lines.
  private let separator: UInt8
  private let text: any ListText
  private let state = Mutex(State())
  private let windows = Mutex(EntryWindows())

  init(
    _ text: any ListText, named name: String, folder: [UInt8] = [],
    separator: UInt8 = LineScanner.newline
  ) {
    self.text = text
    self.name = name
    self.folder = folder
    self.separator = separator
  }

  /// Whether all of it is read.
  package var isComplete: Bool { state.withLock { $0.isComplete } }

  /// The error of a list that is complete and has no item.
  package var failure: SourceError? {
    state.withLock { state in
      guard state.isComplete, state.index.count == 0 else { return nil }
      return state.problem.map { .unreadable(name, reason: $0) } ?? .empty(name)
    }
  }

  package func numberOfItems(inSection section: Int) -> Int { state.withLock { $0.index.count } }

  /// The item at a place, in O(log n); one that says so where the text has changed since.
  package func item(at indexPath: IndexPath) -> GalleryItem {
    let number = indexPath.item
    let format = state.withLock { $0.format }
    let entry = windows.withLock { windows in
      windows.entry(number, of: text, by: format.scanner) {
        state.withLock { $0.index.span(of: number) }
      }
    }
    guard let entry else { return ListEntry.unreadableItem(number, because: "gone from \(name)") }
    return format.entry(in: entry).item(in: folder)
  }
}

// MARK: - Reading

extension GrowingList {
  /// Reads to the end, which takes as long as the program that writes.
  ///
  /// - Parameter didGrow: called at once for the first items, then at most ten times a second, as
  ///   soon as no more come, and at the end.
  package func read(_ didGrow: () -> Void) {
    let clock = ContinuousClock()
    var reading = Reading()
    var lastNotice: ContinuousClock.Instant?
    repeat {
      if reading.hasNews {
        let rest = lastNotice.map { Self.noticeInterval - $0.duration(to: clock.now) } ?? .zero
        if rest <= .zero || !text.hasInput(within: rest) {
          didGrow()
          lastNotice = clock.now
          reading.hasNews = false
        }
      }
    } while readOn(&reading)
    state.withLock { $0.isComplete = true }
    didGrow()
  }

  /// What only the reading thread knows.
  private struct Reading {
    var text = PendingText()
    var batch = EntryBatch()
    /// Nil until the format is known.
    var scanner: ListFormat.Scanner?
    /// Whether there are items since the latest notice.
    var hasNews = false
  }

  /// Reads a block; false at the end.
  private func readOn(_ reading: inout Reading) -> Bool {
    let count = reading.text.readNext(of: text)
    if count < 0 { end(because: String(cString: strerror(Int32(-count)))) }
    if separator == LineScanner.newline, count > 0, reading.text.hasZero(inLast: count) {
      end(because: "it is no list of lines, because it has a zero byte")
      return false
    }
    findEntries(in: &reading, isEnd: count <= 0)
    return count > 0
  }

  private func findEntries(in reading: inout Reading, isEnd: Bool) {
    if reading.scanner == nil {
      let detected = reading.text.withBytes {
        ListFormat.detect($0, isWhole: isEnd, separator: separator)
      }
      guard let detected else { return }
      reading.text.removeFirst(detected.start)
      reading.scanner = detected.format.scanner
      state.withLock { $0.format = detected.format }
    }
    let base = reading.text.offset
    reading.batch.removeAll()
    let used = reading.text.scan(by: &reading.scanner, isEnd: isEnd, into: &reading.batch)
    if !reading.batch.ranges.isEmpty {
      state.withLock { $0.index.add(reading.batch, at: base) }
      reading.hasNews = true
    }
    reading.text.removeFirst(used)
  }

  private func end(because problem: String) { state.withLock { $0.problem = problem } }
}
