import CacheFiles
import DiskCache
import Dispatch
import GalleryCore
import GalleryItems
import Glibc
import ImageLoading
import Synchronization

/// Keeps the marks of a session, and finds those of an earlier one and its last picture again, on a thread of its own.
final class MarkKeeper: Sendable {
  /// The state, which only the thread uses.
  private struct State: ~Copyable {
    var file: MarkFile
    /// Whether marks are still kept.
    var isKeeping = true
    /// The marks of an earlier session, until the source is read.
    var former: Set<UInt64> = []
    /// The picture that was selected last; nil once it was found.
    var lastItem: UInt64?
    /// The former marks whose items were found.
    var found: Set<UInt64> = []
    /// The items that were looked at.
    var known = RangeSet<Int>()
  }

  private let mailbox: Mailbox
  private let thread = SerialThread(name: "marks", niceness: 10)
  private let state: Mutex<State>
  /// Why marks are no longer kept; a list without a lock, because the main thread reads it.
  private let problems = HandOver<String>()

  /// Reads the marks of an earlier session.
  ///
  /// - Parameters:
  ///   - folder: the folder of the file.
  ///   - source: what tells the source from others.
  ///   - isFresh: whether to forget these marks.
  ///   - lastItem: the digest of the picture that was selected last, to be found as well.
  init(
    in folder: String, of source: CacheKey, isFresh: Bool, lastItem: UInt64? = nil,
    mailbox: Mailbox
  ) {
    self.mailbox = mailbox
    state = Mutex(State(file: MarkFile(in: folder, of: source), lastItem: lastItem))
    run { state throws(SystemError) in
      let marks = try state.file.read()
      if isFresh { state.file.remove() } else { state.former = marks }
    }
  }

  /// Keeps a change of the marks.
  func record(_ change: MarkChange, in items: AnyItemSnapshot) {
    run { [weak self] state throws(SystemError) in
      if change.leavesNone { state.former = [] }
      if change.added.memberCount <= MarkJournal.mostMarks,
        try state.file.append(MarkJournal.Change(change, in: items))
      {
        return
      }
      // Some of the marks would be taken for all of them.
      state.file.remove()
      state.isKeeping = false
      self?.report("more than \(MarkJournal.mostMarks) marks are lost if the program is killed")
    }
  }

  /// Looks for the items of former marks among those that have come.
  ///
  /// - Parameter isLast: whether the source is read to its end.
  func findFormerMarks(in items: AnyItemSnapshot, isLast: Bool) {
    run { [mailbox] state throws(SystemError) in
      guard !state.former.isEmpty || state.lastItem != nil else { return }
      let new = items.ids(at: RangeSet(0..<items.itemCount)).without(state.known)
      state.known.formUnion(new)
      var ids = RangeSet<Int>()
      for place in items.places(of: new).ranges.joined() {
        guard let digest = items.item(atPlace: place).map(MarkJournal.digest) else { continue }
        if digest == state.lastItem {
          state.lastItem = nil
          mailbox.post(.lastItemFound(items.id(at: place)))
        }
        guard state.former.contains(digest) else { continue }
        let id = items.id(at: place).rawValue
        ids.insert(contentsOf: id..<id + 1)
        state.found.insert(digest)
      }
      if !ids.isEmpty || isLast, !state.former.isEmpty {
        mailbox.post(
          .marksRestored(
            FormerMarks(
              found: ids, foundCount: state.found.count, of: state.former.count, isLast: isLast)))
      }
      if isLast { (state.former, state.lastItem) = ([], nil) }
    }
  }

  /// Why marks are no longer kept, for the person; told once.
  func takeProblem() -> String? { problems.takeAll().first }

  /// Waits for the thread, for a moment at most.
  ///
  /// - Parameter areDone: whether the marks are not to be restored.
  func end(areDone: Bool, within limit: DispatchTimeInterval = .seconds(2)) {
    let ended = DispatchSemaphore(value: 0)
    run { state throws(SystemError) in
      if areDone { state.file.remove() }
    }
    thread.run { ended.signal() }
    _ = ended.wait(timeout: .now() + limit)
  }

  private func report(_ problem: String) {
    _ = problems.add(problem)
    mailbox.post(.woke)
  }

  /// Does something on the thread, unless marks are no longer kept.
  private func run(
    _ job: @escaping @Sendable (inout State) throws(SystemError) -> Void
  ) {
    thread.run { [weak self] in
      guard let self else { return }
      state.withLock { state in
        guard state.isKeeping else { return }
        do throws(SystemError) { try job(&state) } catch {
          state.isKeeping = false
          report(
            error.number == EWOULDBLOCK
              ? "another filmstrip has these pictures open: marks here are lost if it is killed"
              : "marks are lost if the program is killed: \(error)")
        }
      }
    }
  }
}

extension MarkJournal {
  /// The digest of an item in the file: names and URLs may be secret.
  static func digest(of item: GalleryItem) -> UInt64 {
    var id = String(item.lastingID)
    return id.withUTF8 { CacheKey(contentOf: UnsafeRawBufferPointer($0)).head }
  }
}

extension MarkJournal.Change {
  fileprivate init(_ change: MarkChange, in items: AnyItemSnapshot) {
    leavesNone = change.leavesNone
    if leavesNone { return }
    func digests(of ids: RangeSet<Int>) -> [UInt64] {
      items.places(of: ids).ranges.joined().compactMap {
        items.item(atPlace: $0).map(MarkJournal.digest)
      }
    }
    added = digests(of: change.added)
    removed = digests(of: change.removed)
  }
}
