import FolderSources
import Foundation
import GalleryItems
import Prefetching
import Synchronization
import TestSupport
import Testing

@testable import ImageSources

/// A source that is read on threads, and what a gallery would show of it.
final class Shown: Sendable {
  private struct State {
    var lines: [String] = []
    var isComplete = false
    var notice: String?
  }

  private let source: JoinedSource
  private let state = Mutex(State())

  init(_ source: JoinedSource) {
    self.source = source
    source.start(onThread: { Thread.detachNewThread($2) }) { [self] change in
      let sections = change.snapshot.sections
      var lines = change.snapshot.captions
      for section in (0..<sections.count).reversed() {
        let start = sections.start(of: section)
        lines.insert("\(start) \(sections.title(of: section) ?? "")", at: start)
      }
      state.withLock { state in
        state.lines = lines
        state.isComplete = change.isComplete
        state.notice = change.notice(after: state.notice)
      }
    }
  }

  /// Ends the watches of its folders, of which the system has few.
  func end() { for folder in source.folders { folder.end() } }

  var isComplete: Bool { state.withLock { $0.isComplete } }
  var notice: String? { state.withLock { $0.notice } }

  func shows(_ lines: [String]) async {
    await eventually("it shows \(lines)") { state.withLock { $0.lines } == lines }
  }
}

extension AnyItemSnapshot {
  var captions: [String] {
    (0..<numberOfSections).flatMap { section in
      (0..<numberOfItems(inSection: section)).map {
        item(at: IndexPath(item: $0, section: section)).captionInSection
      }
    }
  }
}
