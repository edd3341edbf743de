import FoundationEssentials
import GalleryItems

/// Takes a text with a path or URL a line, block by block, and makes items of it.
///
/// Empty lines and lines that start with `#` are left out. So are a byte order mark, and blanks and
/// a carriage return at the end of a line. Where entries end with another byte than a newline, they
/// are taken as they are, because a name may have any of these.
struct ItemList {
  /// The most bytes of an entry; a longer one is left out.
  ///
  /// A `data` URL may be as long as a picture.
  static let longestEntry = 32 << 20

  static let newline = UInt8(ascii: "\n")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The folder at which relative paths start; empty for the current one.
  private let folder: [UInt8]
  /// The byte that ends an entry.
  let separator: UInt8
  /// The beginning of an entry whose end has not come.
  private var rest: [UInt8] = []
  private var isTooLong = false
  private var isAtStart = true

  init(folder: [UInt8] = [], separator: UInt8 = newline) {
    self.folder = folder
    self.separator = separator
  }

  /// Makes items of the entries that end in a block.
  mutating func items(in block: some Collection<UInt8>) -> [GalleryItem] {
    var items: [GalleryItem] = []
    var block = block[...]
    while let end = block.firstIndex(of: separator) {
      extend(by: block[..<end])
      if let item = takeItem() { items.append(item) }
      block = block[block.index(after: end)...]
    }
    extend(by: block)
    return items
  }

  /// Makes an item of what comes behind the last separator, once the text has ended.
  mutating func lastItem() -> GalleryItem? { takeItem() }

  private mutating func extend(by bytes: some Collection<UInt8>) {
    isTooLong = isTooLong || rest.count + bytes.count > Self.longestEntry
    if isTooLong { rest = [] } else { rest += bytes }
  }

  private mutating func takeItem() -> GalleryItem? {
    defer {
      rest.removeAll(keepingCapacity: true)
      isTooLong = false
      isAtStart = false
    }
    let hasMark = isAtStart && rest.starts(with: Self.byteOrderMark)
    let entry = hasMark ? rest.dropFirst(Self.byteOrderMark.count) : rest[...]
    return item(separator == Self.newline ? Self.trimmed(entry) : entry)
  }

  /// The line without what editors and other systems leave at its end; empty for a comment.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if line.first == UInt8(ascii: "#") { return [] }
    let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
    let last = line.lastIndex { !blanks.contains($0) }
    return line[..<(last.map { $0 + 1 } ?? line.startIndex)]
  }

  private func item(_ entry: ArraySlice<UInt8>) -> GalleryItem? {
    if entry.isEmpty { return nil }
    if let address = WebAddress(String(decoding: entry, as: UTF8.self)) { return address.item }
    let isAbsolute = entry.first == UInt8(ascii: "/")
    return FileLocation.item(
      at: isAbsolute ? Array(entry) : FileLocation.join(folder, Array(entry)))
  }
}
