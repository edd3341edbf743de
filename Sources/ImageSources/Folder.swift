import Glibc
import Prefetching

/// The pictures directly in a folder, hidden files left out, in natural order of their names.
enum Folder {
  static func items(of path: String) throws(SourceError) -> [GalleryItem] {
    let names = try names(in: path).sorted(by: PictureNames.areInOrder)
    let folder = Array(path.utf8)
    let items = names.compactMap { FileLocation.item(at: FileLocation.join(folder, $0)) }
    if items.isEmpty { throw SourceError.empty(path) }
    return items
  }

  private static func names(in path: String) throws(SourceError) -> [[UInt8]] {
    guard let folder = opendir(path) else {
      throw SourceError.unreadable(path, reason: String(cString: strerror(errno)))
    }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Array(bytes.prefix { $0 != 0 })
      }
      let type = Int(entry.pointee.d_type)
      guard type != DT_DIR, name.first != UInt8(ascii: "."), PictureNames.isPicture(name) else {
        continue
      }
      names.append(name)
    }
    return names
  }
}
