import GalleryItems
import ListSources
import Raster
import Synchronization

/// The text of a list that a server sends page by page, on demand.
///
/// The thread that reads the list also fetches the pages. Text that was read is kept like that of a pipe.
final class PagedText: ListText {
  private struct State {
    var queue: PageQueue
    /// The unread part of the latest page.
    var rest: ArraySlice<UInt8> = []
    /// The number of items on the latest page that had any.
    var pageItems = 0
    /// The failure of the latest page, if any.
    var failure: PageFailure?
    /// Whether pages are read without requests.
    var flows: Bool
    /// The number of failures so far, which identifies each.
    var failures = 0
    /// Whether the next page was requested, and is not read yet.
    var isAwaited = false
  }

  /// A page that could not be read.
  struct PageFailure: Equatable {
    let address: String
    let reason: String
    let number: Int
  }

  private let kept: KeptText
  private let reader: PageReader
  private let state: Mutex<State>
  /// The pipe for requests; nil if pages are read without requests, or if no pipe could be created.
  private let demand: DemandPipe?
  /// The decoded dates; nil unless items are sorted by date taken.
  private let dates: PageDates?
  private let didFail: Mutex<(@Sendable () -> Void)?> = Mutex(nil)

  /// - Parameters:
  ///   - first: the first page, which was already read.
  ///   - flows: whether to read all pages one after the other.
  init(
    _ first: PageContent, _ queue: PageQueue, reader: PageReader, dates: PageDates?, flows: Bool,
    kept: KeptText = KeptText()
  ) {
    self.kept = kept
    self.reader = reader
    self.dates = dates
    dates?.add(first)
    demand = flows ? nil : DemandPipe()
    state = Mutex(
      State(queue: queue, rest: first.lines[...], pageItems: first.itemCount, flows: flows))
  }

  /// The supply of more items.
  var supply: ItemSupply {
    state.withLock { state in
      if state.isAwaited { return .flowing }
      if state.failure != nil { return .failed }
      if !state.rest.isEmpty || state.queue.isEmpty || state.flows { return .flowing }
      return .onDemand(pageItems: state.pageItems)
    }
  }

  var failure: PageFailure? { state.withLock { $0.failure } }

  /// Sets a function to call whenever a page can't be read, on the reading thread.
  func whenPageFails(_ function: @escaping @Sendable () -> Void) {
    didFail.withLock { $0 = function }
  }

  /// Requests the next page, or retries the one that failed.
  func readOn() {
    guard let demand else { return }
    state.withLock { state in
      state.isAwaited = true
      demand.ask()
    }
  }

  var problem: String? {
    kept.problem
      ?? state.withLock { state in
        if state.flows { return state.failure?.reason }
        let isCutOff = demand == nil && !state.queue.isEmpty
        return isCutOff ? "too many files are open to request the next page" : nil
      }
  }

  func whileOpen(_ read: (NextBytes) -> Void) { read(readNext) }

  func readNext(from offset: Int, into block: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = copyBytes(into: block)
      if count > 0 {
        return kept.append(UnsafeRawBufferPointer(rebasing: block[..<count])) ? count : 0
      }
      let next = state.withLock { state in
        state.flows && state.failure != nil ? nil : state.queue.next
      }
      guard let next else { return 0 }
      let isAsked = state.withLock { $0.flows || ($0.pageItems == 0 && $0.failure == nil) }
      if !isAsked {
        guard let demand else { return 0 }
        demand.wait()
      }
      read(next)
    }
  }

  private func copyBytes(into block: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      let part = state.rest.prefix(block.count)
      part.withUnsafeBytes { block.copyMemory(from: $0) }
      state.rest = state.rest.dropFirst(part.count)
      return part.count
    }
  }

  private func read(_ page: PageQueue.Page) {
    do throws(PageProblemText) {
      let read = try reader.read(page)
      try state.withLock { state throws(PageProblemText) in
        do throws(PageProblem) {
          try state.queue.finish(page, with: read.content, isFolder: read.isFolder)
        } catch {
          throw PageProblemText("\(error)")
        }
        dates?.add(read.content)
        state.rest = read.content.lines[...]
        state.pageItems = read.content.itemCount
        state.failure = nil
        endWait(&state)
      }
    } catch {
      state.withLock { state in
        state.failures += 1
        state.failure = PageFailure(
          address: page.address, reason: error.sentence, number: state.failures)
        endWait(&state)
      }
      didFail.withLock { $0 }?()
    }
  }

  /// Ends a request: one that arrived while a page was read was for that page.
  private func endWait(_ state: inout State) {
    state.isAwaited = false
    demand?.forget()
  }

  func hasInput(within time: Duration?) -> Bool {
    state.withLock { state in
      !state.rest.isEmpty || state.queue.isEmpty || (state.flows && state.failure != nil)
    }
  }

  func bytes(from offset: Int, count: Int) -> [UInt8] { kept.bytes(from: offset, count: count) }
}

/// The error of a page that could not be read, in words.
struct PageProblemText: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

/// Fetches and parses pages of all kinds.
package struct PageReader: Sendable {
  let fetch: PageFetching
  let columns: ColumnNames
  let folders: FolderPage.Options

  package init(fetch: @escaping PageFetching, columns: ColumnNames, folders: FolderPage.Options) {
    self.fetch = fetch
    self.columns = columns
    self.folders = folders
  }

  /// A page that was read.
  struct Read {
    let content: PageContent
    let isFolder: Bool
  }

  func read(_ page: PageQueue.Page) throws(PageProblemText) -> Read {
    switch fetch(page.address) {
    case .picture: throw PageProblemText("it is a picture")
    case .failed(let reason): throw PageProblemText(reason)
    case .page(let answer): return try read(answer)
    }
  }

  /// - Throws: the error of the page, in words.
  func read(_ page: ServerPage) throws(PageProblemText) -> Read {
    do throws(PageProblem) {
      guard page.address.utf8.count <= PageQueue.longestAddress else {
        throw .hasBadNext(page.address.excerpt())
      }
      guard page.type == "text/html" || page.type == "application/xhtml+xml" else {
        return Read(content: try ManifestPage.content(of: page, columns), isFolder: false)
      }
      return Read(content: try FolderPage.content(of: page, folders), isFolder: true)
    } catch {
      throw PageProblemText("\(error)")
    }
  }
}
