import GalleryItems
import Prefetching
import Raster
import SourceItems

/// Reads the page of a folder on a server, as nginx, Apache and Python write it: its links to pictures.
package enum FolderPage {
  /// What is read of folders.
  package struct Options: Sendable {
    var sorting = PictureSorting()
    /// Whether folders inside are read as well.
    var isRecursive = false

    package init(sorting: PictureSorting = PictureSorting(), isRecursive: Bool = false) {
      self.sorting = sorting
      self.isRecursive = isRecursive
    }
  }

  /// A picture that the page links to.
  private struct Picture {
    let address: String
    let name: [UInt8]
    let status: FileStatus?
  }

  static func content(
    of page: ServerPage, _ options: Options
  ) throws(PageProblem) -> PageContent {
    guard let base = PageBase(page.address) else { throw .isNoList }
    var (pictures, folders): ([Picture], [(name: [UInt8], address: String)]) = ([], [])
    var known: Set<String> = []
    let links = page.body.withUnsafeBytes {
      LinkScanner.links(in: $0, atMost: PageProblem.mostItems + 1)
    }
    if links.count > PageProblem.mostItems { throw .hasTooManyItems }
    for link in links {
      // Links with a question sort the page anew.
      guard !link.address.isEmpty, !link.address.contains("?") else { continue }
      let whole = base.address(of: String(link.address.prefix { $0 != "#" }))
      guard let name = name(of: whole, in: base), known.insert(whole).inserted else { continue }
      if whole.hasSuffix("/") {
        folders.append((name, whole))
      } else if name.withUnsafeBytes(PictureNames.suggestsPicture) {
        pictures.append(Picture(address: whole, name: name, status: link.status))
      }
    }
    var content = PageContent()
    let section = options.isRecursive ? title(of: base) : ""
    for (picture, key) in sorted(pictures, by: options.sorting) {
      content.add(
        picture.address, title: String(decoding: picture.name, as: UTF8.self), section: section)
      if options.sorting.order == .taken { content.keys.append(key) }
      if content.isTooLong { throw .hasTooManyItems }
    }
    if options.isRecursive {
      content.next = folders.sorted { compare($0.name, $1.name) < 0 }.map(\.address)
    } else {
      content.leftOut.folders = folders.count
    }
    return content
  }

  /// The decoded name of what is directly in the folder of a page; nil for all else, and for what is hidden.
  private static func name(of address: String, in base: PageBase) -> [UInt8]? {
    guard address.hasPrefix(base.folder) else { return nil }
    var rest = address.dropFirst(base.folder.count)
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    let name = rest.utf8.percentDecoded()
    guard let first = name.first, first != UInt8(ascii: "."), !name.contains(UInt8(ascii: "/"))
    else {
      return nil
    }
    return name
  }

  /// The path of a folder, decoded.
  private static func title(of base: PageBase) -> String {
    let path = String(
      decoding: base.folder.dropFirst(base.root.count).utf8.percentDecoded(), as: UTF8.self)
    return path == "/" ? path : String(path.dropFirst().dropLast())
  }

  /// As far as the page says what it is sorted by; the rest by name.
  private static func sorted(
    _ pictures: [Picture], by sorting: PictureSorting
  ) -> [(Picture, DatedOrder.Key)] {
    let byName = pictures.sorted { compare($0.name, $1.name) < 0 }
    let keyed = byName.enumerated().map { rank, picture in
      let value = picture.name.withUnsafeBytes { sorting.value(of: $0, status: picture.status) }
      return (picture, DatedOrder.Key(value: value, rank: rank))
    }
    return keyed.sorted { sorting.isReversed ? $1.1 < $0.1 : $0.1 < $1.1 }
  }

  private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.withUnsafeBytes { left in
      right.withUnsafeBytes { NaturalOrder.compare(left, $0) }
    }
  }
}
