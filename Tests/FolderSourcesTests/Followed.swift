import Foundation
import GalleryItems
import Synchronization
import TestSupport
import Testing

@testable import FolderSources

/// A folder that is read and followed on a thread of its own, and what a gallery would show of it.
final class Followed: Sendable {
  private struct State {
    var captions: [String]?
    var snapshot: AnyItemSnapshot?
    var reloaded: [ItemID] = []
    var notices: [String] = []
    /// The line that a person reads.
    var notice: String?
    var hasEnded = false
  }

  let source: FolderSource
  private let state = Mutex(State())

  init(
    _ path: String, _ options: FolderSource.Options = FolderSource.Options(), named: String? = nil
  ) {
    source = FolderSource(path, options: options, namedPicture: named.map { Array($0.utf8) })
    Thread.detachNewThread { [self] in
      source.run({ Thread.detachNewThread($2) }) { change in
        state.withLock { state in
          state.snapshot = change.snapshot
          state.reloaded += change.reloaded
          state.notice = change.notice(after: state.notice)
          if let notice = change.notice { state.notices.append(notice) }
          if change.isComplete {
            state.captions = (0..<change.snapshot.numberOfItems(inSection: 0)).map {
              change.snapshot.item(at: [0, $0]).caption
            }
          }
        }
      }
      state.withLock { $0.hasEnded = true }
    }
  }

  var reloaded: [ItemID] { state.withLock { $0.reloaded } }
  var notice: String? { state.withLock { $0.notice } }
  var notices: [String] { state.withLock { $0.notices } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Whether it has said that there is nothing yet.
  var isWaiting: Bool { state.withLock { $0.snapshot?.numberOfItems(inSection: 0) } == 0 }

  var captions: [String]? { state.withLock { $0.captions } }

  func address(of place: Int) -> String? {
    state.withLock { $0.snapshot?.item(at: [0, place]).id }
  }

  func id(at place: Int) -> ItemID? { state.withLock { $0.snapshot?.id(at: place) } }

  func place(of id: ItemID) -> Int? { state.withLock { $0.snapshot?.place(of: id) } }

  func shows(_ captions: [String]) async {
    await eventually("it shows \(captions)") { state.withLock { $0.captions } == captions }
  }

  func end() { source.end() }
}
