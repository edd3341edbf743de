import GalleryItems
import Prefetching
import SourceItems

/// The sorted pictures of folders, and their pending changes.
///
/// A listing reads no folders itself. Changes are collected, and applied together in ``takeChange()``.
///
/// - Complexity: applying changes takes O(*n*) to copy, and O(*k* log *n*) to place *k* changed
///   pictures. Memory is 8 to 20 bytes per picture, besides the names.
struct FolderListing {
  /// The pending changes.
  struct News {
    var added: [UInt32] = []
    var removed: Set<UInt32> = []
    /// The pictures that may have moved.
    var moved: Set<UInt32> = []
    var changed: Set<UInt32> = []
    var isReordered = false
    /// Whether some files are hidden by a JPEG beside them, or were.
    var arePaired = false

    var isEmpty: Bool {
      added.isEmpty && removed.isEmpty && moved.isEmpty && changed.isEmpty && !isReordered
    }
  }

  private(set) var sorting: PictureSorting
  /// The names of the files, with pictures that are gone.
  ///
  /// Numbers are never reused, so that a late result can't be taken for another picture.
  var names = FolderNames()
  /// The primary sort key of each picture; empty in the order of names.
  var values: [Int] = []
  /// The pictures in the displayed order, and in the order of names.
  private(set) var order = SortedNumbers()
  private(set) var byName = SortedNumbers()

  var folderNumbers: [[UInt8]: Int] = [[]: 0]
  /// The folders with pictures, if folders are sections; empty in other orders than by name.
  private var runs: [FolderRun] = []
  private let hasSections: Bool

  var news = News()

  /// - Parameters:
  ///   - root: the path of the folder; empty for the current one.
  ///   - hasSections: whether folders are sections in the order of names.
  init(root: [UInt8], sorting: PictureSorting = PictureSorting(), hasSections: Bool = false) {
    let root = FileLocation.join(root, [])
    self.hasSections = hasSections
    names.path = root
    names.address = FileLocation.address(of: root)
    names.rootName = String(decoding: FileLocation.folderName(of: root), as: UTF8.self)
    self.sorting = sorting
  }

  /// The number of names in memory, including those of files that are gone.
  var nameCount: Int { names.table.count }

  /// Whether pictures were added since the last change.
  var hasUnplacedNames: Bool { names.table.count > order.numberedCount }

  /// The number of pictures at the last change.
  var count: Int { order.numbers.count }

  /// Returns the number of a folder below the root, given its path with a trailing slash.
  mutating func number(ofFolder path: [UInt8]) -> Int {
    if let number = folderNumbers[path] { return number }
    folderNumbers[path] = names.folders.count
    names.folders.append(path)
    return names.folders.count - 1
  }

  /// Returns the path of a folder with a trailing slash; empty for the current folder.
  func path(ofFolder number: Int) -> [UInt8] { names.path + names.folders[number] }

  func path(of file: File) -> [UInt8] { path(ofFolder: file.folder) + file.name }
}

// MARK: - Changes of files

extension FolderListing {
  /// Adds a new picture.
  mutating func add(_ name: UnsafeRawBufferPointer, inFolder folder: Int, status: FileStatus?) {
    news.added.append(UInt32(names.table.count))
    names.pairs.insert(name)
    names.table.add(name, inFolder: folder)
    if sorting.order != .name { values.append(sorting.value(of: name, status: status)) }
  }

  /// Adds a picture, or records that the one with this name has changed.
  mutating func put(_ file: File, status: FileStatus?) {
    guard let number = number(of: file) else {
      names.versions[UInt32(names.table.count)] = status?.changedAt
      return file.name.withUnsafeBytes { add($0, inFolder: file.folder, status: status) }
    }
    names.versions[number] = status?.changedAt
    news.removed.remove(number)
    news.changed.insert(number)
    guard sorting.needsStatus else { return }
    let value = sorting.value(of: names.table[Int(number)].bytes, status: status)
    if values[Int(number)] != value {
      values[Int(number)] = value
      news.moved.insert(number)
    }
  }

  /// Whether a name was that of a folder when its parent was last read.
  func hasFolder(_ file: File) -> Bool {
    folderNumbers[names.folders[file.folder] + file.name + [UInt8(ascii: "/")]] != nil
  }

  /// Removes a picture, if it exists.
  mutating func remove(_ file: File) {
    guard let number = number(of: file) else { return }
    names.versions[number] = nil
    news.removed.insert(number)
  }

  /// Sorts all pictures by another order.
  ///
  /// - Parameter status: called for every picture, if the order needs the status.
  mutating func sort(by sorting: PictureSorting, status: (NameTable.Name) -> FileStatus?) {
    self.sorting = sorting
    news.isReordered = true
    guard sorting.order != .name else { return values = [] }
    values = (0..<names.table.count).map { index in
      let name = names.table[index]
      return sorting.value(of: name.bytes, status: sorting.needsStatus ? status(name) : nil)
    }
  }

  /// Returns the number of a picture that existed at the last change.
  private func number(of file: File) -> UInt32? {
    file.name.withUnsafeBytes { bytes in
      let wanted = NameTable.Name(folder: file.folder, bytes: bytes)
      let place = byName.numbers.partitioningIndex {
        names.compare(names.table[Int($0)], wanted) >= 0
      }
      guard place < byName.numbers.count else { return nil }
      let number = byName.numbers[place]
      return names.compare(names.table[Int(number)], wanted) == 0 ? number : nil
    }
  }
}

// MARK: - Applying changes

extension FolderListing {
  /// The pictures at the last change.
  var snapshot: FolderSnapshot {
    FolderSnapshot(
      names: names, sorted: order, by: sorting, values: values,
      sections: FolderSections(names: names, runs: runs))
  }

  /// Whether there are pending changes.
  var hasNews: Bool { !news.isEmpty }

  /// Applies the pending changes; returns nil if there are none.
  mutating func takeChange() -> Change? {
    guard hasNews else { return nil }
    let formerCount = count
    mergeNames()
    let changes = news.isReordered ? nil : placeNews()
    if news.isReordered { order = orderAnew() }
    let pairs = self.names.pairs
    let reloaded = news.changed.subtracting(news.removed).subtracting(news.added)
      .filter { !pairs.isHidden($0) }.map { ItemID(rawValue: Int($0)) }
    news = News()
    order.numberPlaces(of: self.names.table.count)
    let staying = findSections(movedBy: count - formerCount)
    return Change(
      snapshot: snapshot, changes: changes, sections: staying,
      reloaded: reloaded.sorted { $0.rawValue < $1.rawValue })
  }

  /// Finds the folders with pictures; returns the sections that have not changed.
  private mutating func findSections(movedBy distance: Int) -> StayingSections {
    let former = runs
    runs = hasSections && sorting.order == .name ? names.runs(in: order.numbers) : []
    return StayingSections(from: former, to: runs, movedBy: distance)
  }

  private func orderAnew() -> SortedNumbers {
    let pairs = names.pairs
    let shown = pairs.isEmpty ? byName.numbers : byName.numbers.filter { !pairs.isHidden($0) }
    return sorting.isByName ? SortedNumbers(shown) : SortedNumbers(shown, sortedBy: precedes)
  }

  /// Applies the pending changes to the order of names.
  ///
  /// Raw files also appear or disappear when the JPEG in their place does.
  private mutating func mergeNames() {
    let names = names
    byName.merge(names.sorted(news.added), without: news.removed) { names.precedes($0, $1) }
    dropDoubles()
    let change = self.names.pairs.update(
      byName.numbers, come: byName.merged, gone: news.removed, in: names)
    let pairs = self.names.pairs
    news.arePaired = !pairs.isEmpty || !change.appeared.isEmpty
    if !news.arePaired { return }
    news.added.removeAll { pairs.isHidden($0) || change.appeared.contains($0) }
    news.added += names.sorted(Array(change.appeared))
    news.removed.formUnion(change.hidden)
    news.moved = news.moved.subtracting(change.appeared).filter { !pairs.isHidden($0) }
  }

  /// Drops duplicates: a folder that changes while it is read may list a name twice.
  private mutating func dropDoubles() {
    let numbers = byName.numbers
    let doubles = byName.merged.filter { place in
      guard place > 0 else { return false }
      return names.table[Int(numbers[place - 1])] == names.table[Int(numbers[place])]
    }
    if doubles.isEmpty { return }
    let dropped = Set(doubles.map { numbers[$0] })
    news.added.removeAll { dropped.contains($0) }
    byName.drop(dropped)
  }

  /// Inserts new and moved pictures into the displayed order.
  private mutating func placeNews() -> ItemChanges {
    let left = news.removed.union(news.moved)
    let former = order.places(of: left).sorted { $0.place < $1.place }
    if sorting.isByName, !news.arePaired {
      order.copyNumbers(of: byName)
    } else {
      let come = news.added + news.moved.subtracting(news.removed)
      order.merge(come.sorted(by: precedes), without: left, by: precedes)
    }
    let removed = former.filter { news.removed.contains($0.number) }.map(\.place)
    return order.changes(from: former, removed: RangeSet(ascending: removed))
  }

  private var precedes: (UInt32, UInt32) -> Bool {
    let (names, values, isReversed) = (names, values, sorting.isReversed)
    let isByName = sorting.order == .name
    return { left, right in
      let (left, right) = isReversed ? (right, left) : (left, right)
      guard !isByName, values[Int(left)] != values[Int(right)] else {
        return names.precedes(left, right)
      }
      return values[Int(left)] < values[Int(right)]
    }
  }
}
