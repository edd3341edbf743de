import FoundationEssentials
import GalleryItems
import Prefetching
import SourceItems

/// A snapshot of the sorted pictures of folders; items are created on demand.
struct FolderSnapshot: ItemSnapshot {
  private let names: FolderNames
  private let sorted: SortedNumbers
  private let foldersInside: FolderSections
  /// The date of each picture in nanoseconds since 1970; empty if no date sorts them.
  private let dates: [Int]

  let order: ItemOrder?

  /// - Parameter values: the values that sort the pictures, by their numbers.
  init(
    names: FolderNames, sorted: SortedNumbers, by sorting: PictureSorting, values: [Int] = [],
    sections: FolderSections
  ) {
    foldersInside = sections
    dates = [.date, .taken].contains(sorting.order) ? values : []
    self.names = names
    self.sorted = sorted
    order = sorting.shown
  }

  func numberOfItems(inSection section: Int) -> Int { sorted.numbers.count }

  func id(at place: Int) -> ItemID { ItemID(rawValue: Int(sorted.numbers[place])) }

  var sections: any SnapshotSections { foldersInside }

  func place(of id: ItemID) -> Int? { sorted.place(of: id.rawValue) }

  func ids(at places: RangeSet<Int>) -> RangeSet<Int> { sorted.numbers(at: places) }

  func places(of ids: RangeSet<Int>) -> RangeSet<Int> { sorted.places(of: ids) }

  func place(of date: TypedDate) -> Int? {
    guard !dates.isEmpty, let order, let period = CameraDate.nanoseconds(of: date) else {
      return nil
    }
    return sorted.numbers.partitioningIndex { number in
      let time = dates[Int(number)]
      return order.isReversed ? time < period.upperBound : time >= period.lowerBound
    }
  }

  func firstMatch(
    of query: CaptionQuery, in places: Range<Int>, _ direction: ScrollDirection
  ) -> Int? {
    // The search may be based on an older, longer snapshot.
    places.clamped(to: sorted.numbers.indices).first(direction) { place in
      let name = names.table[Int(sorted.numbers[place])]
      let folder = names.folders[name.folder]
      guard query.mayMatch(name.bytes) || folder.withUnsafeBytes(query.mayMatch) else {
        return false
      }
      // Captions contain the folder, too.
      return query.matches(
        folder.isEmpty
          ? String(decoding: name.bytes, as: UTF8.self)
          : String(decoding: folder + name.bytes, as: UTF8.self))
    }
  }

  func format(at place: Int) -> String? {
    // A filter may be based on an older, longer snapshot.
    guard sorted.numbers.indices.contains(place) else { return nil }
    return GalleryItem.format(named: names.table[Int(sorted.numbers[place])].bytes)
  }

  func item(at indexPath: IndexPath) -> GalleryItem {
    let name = names.table[Int(sorted.numbers[indexPath.item])]
    let path = names.folders[name.folder] + name.bytes
    let address = FileLocation.encoded(path[...], behind: names.address)
    // The version makes the URL unique, so that no cache has an older picture for it.
    let version = names.versions[sorted.numbers[indexPath.item]].map { "#\($0)" } ?? ""
    return FileLocation.item(
      named: path[...], inFolder: path[names.folders[name.folder].count...], at: address + version,
      beside: rawNames(beside: sorted.numbers[indexPath.item]), path: names.path + path)
  }

  /// Returns the names of the raw files that a JPEG represents.
  private func rawNames(beside number: UInt32) -> [String] {
    names.pairs.isEmpty
      ? []
      : names.pairs.raws(of: number)
        .map { String(decoding: names.table[Int($0)].bytes, as: UTF8.self) }.sorted()
  }
}

/// The names of files and of their folders.
struct FolderNames: Sendable {
  /// The URL of the root, with a trailing slash.
  var address = ""
  /// The path of the root as the person would write it, with a trailing slash; empty for the current folder.
  var path: [UInt8] = []
  /// The name of the root, stored because finding it may need a system call.
  var rootName = ""
  /// The paths of the folders below the root, with trailing slashes; that of the root is empty.
  var folders: [[UInt8]] = [[]]
  var table = NameTable()
  /// The modification times of files that were added or changed while the folder was watched.
  var versions: [UInt32: Int] = [:]
  /// The raw files represented by JPEGs.
  var pairs = PicturePairs()

  func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
    compare(table[Int(left)], table[Int(right)]) < 0
  }

  /// Returns files sorted by folder and name.
  ///
  /// After their common beginning, most names differ within a few bytes, which are compared as numbers.
  func sorted(_ numbers: [UInt32]) -> [UInt32] {
    guard let first = numbers.first, numbers.count > 64 else { return numbers.sorted(by: precedes) }
    var shared = table[Int(first)].bytes.count
    let folder = table[Int(first)].folder
    for number in numbers {
      let name = table[Int(number)]
      guard name.folder == folder else { return numbers.sorted(by: precedes) }
      shared = NaturalOrder.sharedText(of: name.bytes, table[Int(first)].bytes, atMost: shared)
    }
    return numbers.map { (NaturalOrder.digest(of: table[Int($0)].bytes, behind: shared), $0) }
      .sorted { left, right in
        left.0 != right.0 ? left.0 < right.0 : precedes(left.1, right.1)
      }
      .map(\.1)
  }

  /// Compares the folders of two files, then their names, in natural order.
  func compare(_ left: NameTable.Name, _ right: NameTable.Name) -> Int {
    if left.folder != right.folder {
      let order = folders[left.folder].withUnsafeBytes { left in
        folders[right.folder].withUnsafeBytes { NaturalOrder.compare(left, $0) }
      }
      if order != 0 { return order }
    }
    return NaturalOrder.compare(left.bytes, right.bytes)
  }
}
