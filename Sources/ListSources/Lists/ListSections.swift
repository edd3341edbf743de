import GalleryItems

/// The sections of a list that had been read at one moment; none if it has no empty lines and names none.
///
/// Only where they begin is kept; a title is read when it is asked for. A section behind an empty line has none.
struct ListSections: SnapshotSections {
  let count: Int
  private let list: GrowingList

  init(of list: GrowingList, count: Int) {
    self.list = list
    self.count = count
  }

  func start(of section: Int) -> Int { list.sectionStart(section) }

  func starts(of sections: Range<Int>) -> [Int] { list.sectionStarts(sections) }

  func title(of section: Int) -> String? { list.sectionTitle(of: start(of: section)) }
}
