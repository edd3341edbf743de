import FoundationEssentials
import GalleryItems
import Prefetching
import SourceItems

/// The items of the sources on the command line.
package struct ResolvedSources {
  package let items: AnyItemSnapshot
  /// The item named on the command line, if its folder is shown around it.
  package let namedItem: Int?
  /// The item to open if a single picture was named; nil otherwise.
  package var openedItem: Int? { namedItem ?? (items.itemCount == 1 ? 0 : nil) }

  /// The errors of sources that were left out.
  let leftOut: [SourceError]

  init(
    items: AnyItemSnapshot, namedItem: Int? = nil, leftOut: [SourceError] = []
  ) {
    self.items = items
    self.namedItem = namedItem
    self.leftOut = leftOut
  }

  /// A line on what was left out, such as `2 left out: notes.md is no picture, and 1 more`; nil if nothing was.
  package var notice: String? { Self.notice(of: leftOut) }

  /// A line on sources that could not be read, not counting empty ones.
  package var problem: String? {
    Self.notice(
      of: leftOut.filter { if case .empty = $0 { false } else { true } })
  }

  static func notice(of leftOut: [SourceError]) -> String? {
    guard let first = leftOut.first else { return nil }
    let others = leftOut.count > 1 ? ", and \(leftOut.count - 1) more" : ""
    return "\(leftOut.count) left out: \(first.reason)\(others)"
  }
}
