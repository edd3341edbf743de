import FoundationEssentials
import GalleryItems
import Glibc
import Prefetching

/// The pictures directly in a folder, hidden files left out, in natural order of their names.
///
/// Only names are kept; items are made when they are asked for.
struct Folder: GalleryDataSource, Sendable {
  /// With a slash at its end.
  private let address: String
  private let names: SortedNames

  /// - Throws: when it cannot be read or holds no picture.
  init(_ path: String) throws(SourceError) {
    names = try Self.names(in: path)
    if names.count == 0 { throw SourceError.empty(path) }
    address = FileLocation.address(of: FileLocation.join(Array(path.utf8), []))
  }

  func numberOfItems(inSection section: Int) -> Int { names.count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    let name = names[indexPath.item]
    return FileLocation.item(named: name, at: FileLocation.encoded(name, behind: address))
  }

  private static func names(in path: String) throws(SourceError) -> SortedNames {
    guard let folder = opendir(path) else {
      throw SourceError.unreadable(path, reason: String(cString: strerror(errno)))
    }
    defer { closedir(folder) }
    var names = SortedNames()
    while let entry = readdir(folder) {
      guard Int(entry.pointee.d_type) != DT_DIR else { continue }
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = bytes.prefix { $0 != 0 }
        if name.first != UInt8(ascii: "."), PictureNames.isPicture(name) { names.add(name) }
      }
    }
    names.sort()
    return names
  }
}
