import SourceItems

extension FolderListing {
  /// The same folders without pictures, for another reading.
  var emptied: FolderListing {
    var listing = FolderListing(root: [], sorting: PictureSorting())
    listing.names.folders = names.folders
    listing.folderNumbers = folderNumbers
    return listing
  }

  /// Takes over the folders of another reading; returns the files that are in only one of the listings.
  ///
  /// Neither listing may have pending changes.
  mutating func differences(from other: FolderListing) -> Set<File> {
    names.folders = other.names.folders
    folderNumbers = other.folderNumbers
    let (mine, its) = (byName.numbers, other.byName.numbers)
    var differences: Set<File> = []
    var (i, j) = (0, 0)
    while i < mine.count || j < its.count {
      let left = i < mine.count ? names.table[Int(mine[i])] : nil
      let right = j < its.count ? other.names.table[Int(its[j])] : nil
      let compared = left.flatMap { left in right.map { names.compare(left, $0) } }
      let order = compared ?? (left == nil ? 1 : -1)
      if order < 0, let left { differences.insert(File(left)) }
      if order > 0, let right { differences.insert(File(right)) }
      if order <= 0 { i += 1 }
      if order >= 0 { j += 1 }
    }
    return differences
  }
}
