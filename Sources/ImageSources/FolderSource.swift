import FoundationEssentials
import GalleryItems
import Glibc
import Prefetching

/// The pictures directly in a folder, hidden files left out, in natural order of their names.
///
/// Only names are kept; items are made when they are asked for.
struct FolderSource: ItemSnapshot {
  /// With a slash at its end.
  private let address: String
  private let names: SortedNames

  /// - Throws: if the folder cannot be read or holds no picture.
  init(_ path: String) throws(SourceError) {
    names = try Self.names(in: path)
    if names.count == 0 { throw SourceError.empty(path) }
    address = FileLocation.address(of: FileLocation.join(Array(path.utf8), []))
  }

  func numberOfItems(inSection section: Int) -> Int { names.count }

  /// The item with a name, in O(items); nil if the folder has none.
  func place(of name: some Collection<UInt8>) -> Int? {
    (0..<names.count).first { names[$0].elementsEqual(name) }
  }

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

/// File names in one buffer, each with its sort key.
struct SortedNames: Sendable {
  /// The offsets of a key, of the name behind it, and of the name's end.
  private struct Place: Sendable {
    let key: Int
    let name: Int
    let end: Int
  }

  private var bytes: [UInt8] = []
  private var places: [Place] = []

  var count: Int { places.count }

  subscript(index: Int) -> ArraySlice<UInt8> {
    bytes[places[index].name..<places[index].end]
  }

  /// Adds a name at the end.
  mutating func add(_ name: some Collection<UInt8>) {
    let start = bytes.count
    PictureNames.appendKey(of: name, to: &bytes)
    let middle = bytes.count
    bytes += name
    places.append(Place(key: start, name: middle, end: bytes.count))
  }

  /// Sorts the names by their keys, and names of equal keys by their bytes.
  ///
  /// - Complexity: O(n log n).
  mutating func sort() {
    bytes.withUnsafeBytes { bytes in
      places.sort { left, right in
        let keys = Self.compare(
          bytes[left.key..<left.name], bytes[right.key..<right.name])
        if keys != 0 { return keys < 0 }
        return Self.compare(bytes[left.name..<left.end], bytes[right.name..<right.end]) < 0
      }
    }
  }

  /// A negative number if the left bytes come first, 0 if both are equal.
  private static func compare(
    _ left: Slice<UnsafeRawBufferPointer>, _ right: Slice<UnsafeRawBufferPointer>
  ) -> Int {
    let (left, right) = (
      UnsafeRawBufferPointer(rebasing: left), UnsafeRawBufferPointer(rebasing: right)
    )
    if let a = left.baseAddress, let b = right.baseAddress {
      let order = memcmp(a, b, min(left.count, right.count))
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }
}
