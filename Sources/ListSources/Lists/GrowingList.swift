import FoundationEssentials
import GalleryItems
import Glibc
import Prefetching
import SourceItems
import Synchronization

/// The items of a list that is read while they are shown; new ones are appended, and none is removed.
///
/// The reading thread only finds the offsets of entries. An item is created on demand, on any
/// thread, from a part of the text that is read again.
package final class GrowingList: ItemSnapshot {
  private struct State {
    var index = EntryIndex()
    /// The format of the entries, known before the first one.
    var format = ListFormat.lines(separator: LineScanner.newline)
    var isComplete = false
    /// The error that ended the list early, if any.
    var problem: String?
    /// The file of a picture, if the text is one and not a list.
    var picture: OpenInput?

    var itemCount: Int { picture == nil ? index.count : 1 }
  }

  /// The name of the list, for messages.
  private let name: String
  /// The folder for relative paths; empty for the current one, nil for a list from a server.
  private let folder: [UInt8]?
  private let detection: ListDetection
  let text: any ListText
  private let state = Mutex(State())
  private let windows = Mutex(EntryWindows())
  /// The items of ambiguous entries, so that drawing a frame never looks up files again.
  private let decided = Mutex<[Int: GalleryItem]>([:])
  /// The maximum number of these items, more than a screen shows.
  private static let mostDecided = 4_096

  package init(
    _ text: any ListText, named name: String, folder: [UInt8]? = [],
    detection: ListDetection = ListDetection()
  ) {
    self.text = text
    self.name = name
    self.folder = folder
    self.detection = detection
  }

  /// Whether the list was read completely.
  package var isComplete: Bool { state.withLock { $0.isComplete } }

  /// The error of a complete list without items.
  package var failure: SourceError? {
    state.withLock { state in
      guard state.isComplete, state.itemCount == 0 else { return nil }
      return state.problem.map { .unreadable(name, reason: $0) } ?? .empty(name)
    }
  }

  /// A line for the person about a list with items: an early end.
  package var notice: String? {
    let problem = state.withLock { $0.index.count > 0 ? $0.problem : nil }
    return problem.map { "\(name): \($0)" }
  }

  /// Whether the text is a picture.
  package var isPicture: Bool { state.withLock { $0.picture != nil } }

  package func numberOfItems(inSection section: Int) -> Int { state.withLock { $0.itemCount } }

  /// Returns an item in O(log *n*); if the text has changed, an item with an error message.
  package func item(at indexPath: IndexPath) -> GalleryItem {
    let number = indexPath.item
    if let picture = state.withLock({ $0.picture }) {
      return FileLocation.item(
        named: FileLocation.name(in: Array(name.utf8)), at: FileLocation.address(of: picture.path),
        path: Array("-".utf8))
    }
    do {
      let entry = try entry(number)
      return entry.hasReadings ? decidedItem(number, of: entry) : entry.item(in: folder)
    } catch {
      return ListEntry.unreadableItem(number, because: "\(error)")
    }
  }

  /// The format of the entries, and the offset of the first one.
  var layout: (format: ListFormat, start: Int) {
    state.withLock { ($0.format, $0.index.span(of: 0)?.offset ?? 0) }
  }

  /// Returns the text of an entry; nil if the list has changed.
  func bytes(of number: Int, in format: ListFormat) -> ArraySlice<UInt8>? {
    windows.withLock { windows in
      windows.entry(number, of: text, by: format.scanner) {
        state.withLock { $0.index.span(of: number) }
      }
    }
  }

  private func decidedItem(_ number: Int, of entry: ListEntry) -> GalleryItem {
    if let item = decided.withLock({ $0[number] }) { return item }
    let item = entry.item(in: folder)
    decided.withLock { decided in
      if decided.count >= Self.mostDecided { decided.removeAll(keepingCapacity: true) }
      decided[number] = item
    }
    return item
  }

  private func entry(_ number: Int) throws(EntryProblem) -> ListEntry {
    let format = state.withLock { $0.format }
    guard let bytes = bytes(of: number, in: format) else { throw .gone }
    return try format.entry(in: bytes)
  }

  /// Returns the caption of an entry; nil if it can't be parsed.
  func caption(of entry: ArraySlice<UInt8>, in format: ListFormat) -> String? {
    try? format.entry(in: entry).item(in: folder).caption
  }

  /// Returns the next span to search, and the format of its entries.
  func searchBlock(
    with entry: Int, _ direction: ScrollDirection, atMost bytes: Int
  ) -> (span: EntryIndex.Span, isLast: Bool, format: ListFormat)? {
    state.withLock { state in
      state.index.block(with: entry, direction, atMost: bytes).map {
        ($0, $0.entries.upperBound == state.index.count, state.format)
      }
    }
  }

  /// The sections found so far.
  package var sections: any SnapshotSections { sectionsSoFar }

  var sectionsSoFar: ListSections {
    ListSections(of: self, count: state.withLock { $0.index.sectionStarts.count })
  }

  func sectionStart(_ section: Int) -> Int { state.withLock { $0.index.sectionStarts[section] } }

  func sectionStarts(_ sections: Range<Int>) -> [Int] {
    let starts = state.withLock { $0.index.sectionStarts }
    return sections.map { starts[$0] }
  }

  /// Returns the title of the section that begins with an item.
  func sectionTitle(of item: Int) -> String? { (try? entry(item))?.section }
}

// MARK: - Reading

extension GrowingList {
  /// Reads to the end, which takes as long as the writing program.
  ///
  /// - Parameter didGrow: called immediately for the first items, then at most 20 times a second,
  ///   and when the input pauses or ends.
  package func read(_ didGrow: () -> Void) {
    text.whileOpen { read($0, didGrow) }
    if let problem = text.problem { end(because: problem) }
    state.withLock { $0.isComplete = true }
    didGrow()
  }

  private func read(_ next: NextBytes, _ didGrow: () -> Void) {
    var reading = Reading()
    var pace = NewsPace()
    repeat {
      if reading.hasNews {
        let rest = pace.wait
        if rest == .zero || !text.hasInput(within: rest) {
          let start = ContinuousClock.now
          didGrow()
          pace.toldNews(since: start)
          reading.hasNews = false
        }
      }
    } while readOn(&reading, next)
  }

  /// The state of the reading thread.
  private struct Reading {
    var text = PendingText()
    var batch = EntryBatch()
    /// The scanner; nil until the format is known.
    var scanner: ListScanner?
    /// The section of the latest entry; empty if it has none.
    var section: [UInt8] = []
    /// Whether there are items that were not reported yet.
    var hasNews = false
    /// Whether the text is a picture, so that it has no entries.
    var isPicture = false

    /// Whether the text so far is the beginning of a picture.
    var beginsAsPicture: Bool {
      scanner == nil
        && text.withBytes {
          PictureSignature.begins(Array($0.prefix(PictureSignature.length))[...])
        }
    }

    /// Returns the error of the first entry, which shows that the text is no such list.
    func problemOfFirst(in format: ListFormat) -> EntryProblem? {
      guard let range = batch.ranges.first else { return nil }
      do throws(EntryProblem) {
        _ = try format.entry(in: text.withBytes { Array($0[range]) }[...])
        return nil
      } catch {
        return error
      }
    }

    /// Finds the entries whose section differs from that of the entry before.
    mutating func findSections(in format: ListFormat) {
      guard !section.isEmpty || text.withBytes({ format.mayNameSections(in: $0) }) else { return }
      for (number, range) in batch.ranges.enumerated() {
        let section = text.withBytes { text in
          format.section(of: UnsafeRawBufferPointer(rebasing: text[range]))
        }
        if section != self.section { batch.sectionStarts.append(number) }
        self.section = section
      }
    }
  }

  /// Reads a block; returns false at the end.
  private func readOn(_ reading: inout Reading, _ next: NextBytes) -> Bool {
    let count = reading.text.readNext(next)
    if count < 0 { end(because: String(cString: strerror(Int32(-count)))) }
    if reading.isPicture || detection.known == nil && reading.beginsAsPicture {
      return readPicture(in: &reading, isEnd: count <= 0)
    }
    if detection.separator == LineScanner.newline, count > 0, reading.text.hasZero(inLast: count) {
      let items = state.withLock { $0.index.count }
      end(
        because: items > 0
          ? "it has a zero byte behind entry \(items)"
          : reading.text.withBytes { detection.problem(ofZeroIn: Array($0)[...], named: name) })
      return false
    }
    return findEntries(in: &reading, isEnd: count <= 0) && count > 0
  }

  /// Skips the bytes of a picture, and stores its file at the end.
  private func readPicture(in reading: inout Reading, isEnd: Bool) -> Bool {
    reading.isPicture = true
    reading.text.removeAll()
    guard isEnd else { return true }
    let file = text.file
    state.withLock { $0.picture = file }
    if file == nil { end(because: "no temporary file takes this picture (TMPDIR names a folder)") }
    return false
  }

  /// - Returns: false if the list ends here.
  private func findEntries(in reading: inout Reading, isEnd: Bool) -> Bool {
    if reading.scanner == nil {
      switch reading.text.withBytes({ detection.find(in: Array($0)[...], isWhole: isEnd) }) {
      case .needsMore: return true
      case .problem(let problem):
        end(because: problem)
        return false
      case .format(let format, let start):
        reading.text.removeFirst(start)
        reading.scanner = format.scanner
        state.withLock { $0.format = format }
      }
    }
    let format = state.withLock { $0.format }
    reading.batch.removeAll()
    let used = reading.text.scan(by: &reading.scanner, isEnd: isEnd, into: &reading.batch)
    var (count, problem) = (state.withLock { $0.index.count }, reading.batch.problem)
    if !reading.batch.ranges.isEmpty {
      if count == 0, let wrong = reading.problemOfFirst(in: format) {
        end(because: "its first entry \(wrong)")
        return false
      }
      reading.findSections(in: format)
      state.withLock { $0.index.add(reading.batch, at: reading.text.offset) }
      count += reading.batch.ranges.count
      reading.hasNews = true
    }
    reading.text.removeFirst(used)
    if let text = problem { problem = count > 0 ? "\(text), behind entry \(count)" : text }
    if let problem { end(because: problem) }
    return problem == nil
  }

  /// Stores the first error: a failed read explains an array without an end.
  private func end(because problem: String) {
    state.withLock { $0.problem = $0.problem ?? problem }
  }
}
