import FoundationEssentials
import GalleryItems
import Prefetching
import SourceItems

/// The pictures of folders at one moment, in order; items are made when they are asked for.
struct FolderSnapshot: ItemSnapshot {
  private let names: FolderNames
  private let order: SortedNumbers
  private let base: Int
  private let foldersInside: FolderSections

  /// - Parameter base: what is added to a number of the order to make an item's.
  init(names: FolderNames, order: SortedNumbers, base: Int, sections: FolderSections) {
    foldersInside = sections
    self.names = names
    self.order = order
    self.base = base
  }

  func numberOfItems(inSection section: Int) -> Int { order.numbers.count }

  func id(at place: Int) -> ItemID { ItemID(rawValue: base + Int(order.numbers[place])) }

  var sections: any SnapshotSections { foldersInside }

  func place(of id: ItemID) -> Int? { order.place(of: id.rawValue - base) }

  func firstMatch(
    of query: CaptionQuery, in places: Range<Int>, _ direction: ScrollDirection
  ) -> Int? {
    // A search may have been ordered before pictures went.
    places.clamped(to: order.numbers.indices).first(direction) { place in
      let name = names.table[Int(order.numbers[place])]
      // A caption names the folder too.
      guard
        query.mayMatch(name.bytes)
          || names.folders[name.folder].withUnsafeBytes(query.mayMatch)
      else { return false }
      return query.matches(item(at: [0, place]).caption)
    }
  }

  func item(at indexPath: IndexPath) -> GalleryItem {
    let name = names.table[Int(order.numbers[indexPath.item])]
    let path = names.folders[name.folder] + name.bytes
    let address = FileLocation.encoded(path[...], behind: names.address)
    // No cache has a picture of this version under its address.
    let version = names.versions[order.numbers[indexPath.item]].map { "#\($0)" } ?? ""
    return FileLocation.item(
      named: path[...], inFolder: path[names.folders[name.folder].count...], at: address + version,
      beside: rawNames(beside: order.numbers[indexPath.item]))
  }

  /// The names of the raw files in whose place a JPEG is shown.
  private func rawNames(beside number: UInt32) -> [String] {
    names.pairs.isEmpty
      ? []
      : names.pairs.raws(of: number)
        .map { String(decoding: names.table[Int($0)].bytes, as: UTF8.self) }.sorted()
  }
}

/// The names of files and of their folders.
struct FolderNames: Sendable {
  /// The address of the root, with a slash at its end.
  var address = ""
  /// What the root is called; found out once, because the system may have to be asked.
  var rootName = ""
  /// The paths of the folders below the root, each with a slash at its end; the root's is empty.
  var folders: [[UInt8]] = [[]]
  var table = NameTable()
  /// When files were written that came or changed while the folder was followed.
  var versions: [UInt32: Int] = [:]
  /// Which raw files a JPEG is shown for.
  var pairs = PicturePairs()

  func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
    compare(table[Int(left)], table[Int(right)]) < 0
  }

  /// Sorts files by their folders and names.
  ///
  /// Most pairs differ in few bytes behind the beginning that all names share; these are compared as numbers.
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
