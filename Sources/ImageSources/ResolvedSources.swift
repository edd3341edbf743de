import FoundationEssentials
import GalleryItems
import Prefetching
import SourceItems

/// What the sources on the command line give.
package struct ResolvedSources {
  package let items: AnyItemSnapshot
  /// The item that the person named, where its folder is shown around it.
  package let namedItem: Int?
  /// The item to open where one picture was named; nil if what was named has turned out to be a list.
  package var openedItem: Int? { namedItem ?? (items.itemCount == 1 ? 0 : nil) }

  /// Why sources beside others are not among the items.
  let leftOut: [SourceError]

  init(
    items: AnyItemSnapshot, namedItem: Int? = nil, leftOut: [SourceError] = []
  ) {
    self.items = items
    self.namedItem = namedItem
    self.leftOut = leftOut
  }

  /// A line on what was left out, such as `2 left out: notes.md is no picture, and 1 more`; nil if
  /// nothing was.
  package var notice: String? { Self.notice(of: leftOut) }

  /// The same on those that could not be read; others may be empty.
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
