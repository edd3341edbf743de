import GalleryItems

/// The sections of a list at one moment; none without empty lines and section names.
///
/// Only their start indices are stored; titles are read on demand. A section after an empty line has no title.
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
