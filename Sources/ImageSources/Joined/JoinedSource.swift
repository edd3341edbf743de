import FolderSources
import GalleryItems
import Prefetching
import SourceItems
import Synchronization

/// Several sources that are read while the items of all are shown.
package final class JoinedSource: LiveSource {
  /// A source, and the title of its sections.
  struct Part: Sendable {
    enum Items: Sendable {
      case known(AnyItemSnapshot)
      case live(any LiveSource)
    }

    let items: Items
    let title: String?

    var live: (any LiveSource)? { if case .live(let source) = items { source } else { nil } }

    var beginning: JoinedSnapshot.Part {
      switch items {
      case .known(let items): JoinedSnapshot.Part(items: items, title: title)
      case .live(let source): JoinedSnapshot.Part(items: source.beginning, title: title)
      }
    }
  }

  private struct State {
    var snapshot: JoinedSnapshot
    /// The parts that are not completely read.
    var unread: Set<Int>
    /// The folders that no thread has started to read.
    var waiting: [Int]
    var leftOut: [SourceError]
    /// The number of left-out sources already reported; nil before the first report.
    var toldLeftOut: Int?
    /// The supply of the parts that load their items page by page.
    var supplies: [Int: ItemSupply] = [:]

    /// The first part with a next page to be requested.
    var firstWaiting: Int? { supplies.filter { $0.value != .failed }.keys.min() }

    /// The parts whose latest page has failed.
    var failed: [Int] { supplies.filter { $0.value == .failed }.keys.sorted() }

    /// The supply of all parts: that of the first part with a next page.
    var supply: ItemSupply {
      guard let part = firstWaiting, case .onDemand(let items, _) = supplies[part] else {
        let hasAllFailed = !unread.isEmpty && unread.allSatisfy { supplies[$0] == .failed }
        return hasAllFailed ? .failed : .flowing
      }
      let behind = (snapshot.starts.last ?? 0) - snapshot.starts[part + 1]
      return .onDemand(pageItems: items, itemsBehind: behind)
    }

    /// Returns a line on what was left out, once all parts are read as far as possible without requesting pages.
    mutating func takeNotice() -> String? {
      let isSettled = unread.allSatisfy { supplies[$0] != nil }
      guard isSettled, toldLeftOut != leftOut.count else { return nil }
      toldLeftOut = leftOut.count
      return ResolvedSources.notice(of: leftOut)
    }
  }

  /// The maximum number of folders read at a time; more than one, because an unresponsive network
  /// folder must not block the others.
  private static let foldersAtATime = 4

  private let parts: [Part]
  private let state: Mutex<State>

  /// - Parameter leftOut: the errors of sources that are not among the parts.
  init(_ parts: [Part], leftOut: [SourceError]) {
    self.parts = parts
    let live = parts.indices.filter { parts[$0].live != nil }
    state = Mutex(
      State(
        snapshot: JoinedSnapshot(parts.map(\.beginning)), unread: Set(live),
        waiting: live.filter { parts[$0].live is FolderSource }, leftOut: leftOut))
  }

  package var beginning: AnyItemSnapshot { AnyItemSnapshot(state.withLock { $0.snapshot }) }

  /// The error of sources that were all read and have no items.
  package var failure: SourceError? {
    state.withLock { state in
      guard state.unread.isEmpty, state.snapshot.starts.last == 0 else { return nil }
      return .allLeftOut(
        count: state.leftOut.count, first: state.leftOut.first?.reason ?? "")
    }
  }

  /// A line on what was left out before reading.
  package var notice: String? { ResolvedSources.notice(of: state.withLock { $0.leftOut }) }

  package func start(
    onThread: @escaping ThreadMaker, _ post: @escaping @Sendable (SnapshotChange) -> Void
  ) {
    for (number, part) in parts.enumerated() {
      guard let live = part.live, !(live is FolderSource) else { continue }
      live.start(onThread: onThread) { [self] in receive($0, ofPart: number, post) }
    }
    for _ in 0..<Self.foldersAtATime { startNextFolder(onThread, post) }
  }

  /// Starts to read the next folder; when it is read, another one starts, while this one is watched.
  private func startNextFolder(
    _ onThread: @escaping ThreadMaker, _ post: @escaping @Sendable (SnapshotChange) -> Void
  ) {
    let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    guard let next, let folder = parts[next].live as? FolderSource else { return }
    onThread("source", 0) { [self] in
      var wasRead = false
      folder.run(onThread) { change in
        receive(change, ofPart: next, post)
        if !wasRead, folder.isRead {
          wasRead = true
          startNextFolder(onThread, post)
        }
      }
    }
  }

  /// Handles the next snapshot of a part; the resulting snapshots are posted in order.
  func receive(
    _ change: SnapshotChange, ofPart number: Int, _ post: (SnapshotChange) -> Void
  ) {
    let failure = change.isComplete ? parts[number].live?.failure : nil
    state.withLock { state in
      let former = state.snapshot
      var next = former.parts
      next[number] = JoinedSnapshot.Part(items: change.snapshot, title: parts[number].title)
      state.snapshot = JoinedSnapshot(next)
      let isReadNow = change.isComplete && state.unread.remove(number) != nil
      if isReadNow, let failure { state.leftOut.append(failure) }
      let isRead = state.unread.isEmpty
      state.supplies[number] = change.supply == .flowing ? nil : change.supply
      let notices = [state.takeNotice(), change.notice].compactMap(\.self)
      post(
        SnapshotChange(
          to: state.snapshot, by: change.changes?.moved(by: former.starts[number]),
          keptSections: Self.keptSections(
            of: number, in: former, and: state.snapshot, inside: change.keptSections),
          movedSections: Self.movedSections(
            of: number, in: former, and: state.snapshot, inside: change.movedSections),
          reloaded: change.reloaded.map { JoinedSnapshot.id($0, inPart: number) },
          isComplete: isRead, notice: notices.isEmpty ? nil : notices.joined(separator: "; "),
          withdrawnNotice: change.withdrawnNotice, supply: state.supply,
          hasFailedPage: !state.failed.isEmpty))
    }
  }

  /// Returns the number of trailing sections that are unchanged after a change of a part: some of
  /// its own, and all that follow.
  private static func movedSections(
    of part: Int, in former: JoinedSnapshot, and next: JoinedSnapshot, inside moved: Int
  ) -> Int {
    let (was, has) = (former.joinedSections, next.joinedSections)
    let count = has.count - has.count(beforePart: part + 1)
    return count == was.count - was.count(beforePart: part + 1) ? count + moved : 0
  }

  /// Returns the number of leading sections that are unchanged after a change of a part.
  private static func keptSections(
    of part: Int, in former: JoinedSnapshot, and next: JoinedSnapshot, inside kept: Int
  ) -> Int {
    let before = former.joinedSections.count(beforePart: part)
    let was = former.joinedSections.count(beforePart: part + 1) - before
    let has = next.joinedSections.count(beforePart: part + 1) - before
    return before + min(was, has, max(1, kept))
  }
}

// MARK: - Pages

extension JoinedSource: PagedSource {
  package func readOn() { ask { $0.firstWaiting.map { [$0] } ?? [] } }

  package func askAgain() { ask(\.failed) }

  private func ask(_ which: (State) -> [Int]) {
    let asked = state.withLock { state in
      let asked = which(state)
      for part in asked { state.supplies[part] = nil }
      return asked
    }
    for part in asked { (parts[part].live as? any PagedSource)?.readOn() }
  }
}

extension JoinedSource: DateSorting {
  package func place(_ item: ItemID, takenAt date: String) {
    let (part, local) = JoinedSnapshot.local(item)
    guard parts.indices.contains(part) else { return }
    (parts[part].live as? any DateSorting)?.place(local, takenAt: date)
  }

  package var isPlacing: Bool {
    parts.contains { ($0.live as? any DateSorting)?.isPlacing == true }
  }
}

// MARK: - Folders

extension JoinedSource: FolderSorting {
  var folders: [FolderSource] { parts.compactMap { $0.live as? FolderSource } }

  package func takeNextOrder() { for folder in folders { folder.takeNextOrder() } }

  package func reverseOrder() { for folder in folders { folder.reverseOrder() } }

  package func putNewestFirst() { for folder in folders { folder.putNewestFirst() } }

  /// Whether at least one part is a folder.
  package var canSort: Bool { !folders.isEmpty }
}

extension ItemChanges {
  /// Returns the same changes for items that begin at another index.
  fileprivate func moved(by offset: Int) -> ItemChanges {
    func moved(_ places: RangeSet<Int>) -> RangeSet<Int> {
      RangeSet(places.ranges.map { $0.lowerBound + offset..<$0.upperBound + offset })
    }
    return ItemChanges(
      removed: moved(removed), inserted: moved(inserted),
      moved: Dictionary(
        uniqueKeysWithValues: self.moved.map { ($0.key + offset, $0.value + offset) }))
  }
}
