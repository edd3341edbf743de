/// A part of a list that belongs together.
package struct ListSection: Equatable, Sendable {
  /// The number of its first item.
  package let start: Int
  /// What the list calls it; nil for a section behind an empty line.
  package let title: String?
}

/// The sections of a list, as far as it is read; none if it has no empty lines and names none.
///
/// Only where they begin is kept; a title is read when it is asked for.
package struct ListSections: RandomAccessCollection, Sendable {
  package let startIndex = 0
  package let endIndex: Int
  private let list: GrowingList

  init(of list: GrowingList, count: Int) {
    self.list = list
    endIndex = count
  }

  package subscript(number: Int) -> ListSection {
    let start = list.sectionStart(number)
    return ListSection(start: start, title: list.sectionTitle(of: start))
  }
}
