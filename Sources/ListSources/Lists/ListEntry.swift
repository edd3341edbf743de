import FoundationEssentials
import GalleryItems
import Raster
import SourceItems

/// An entry of a list, for one picture.
package struct ListEntry: Equatable {
  /// The maximum width or height; larger numbers are ignored.
  private static let longestSide = 1_000_000

  /// The path or URL as bytes, because a name need not be UTF-8.
  var address: ArraySlice<UInt8>
  /// The path or URL of a smaller picture, as bytes.
  var thumbnail: ArraySlice<UInt8>?
  var title: String?
  var size: PixelSize?
  var section: String?

  init(
    address: ArraySlice<UInt8>, title: String? = nil, size: PixelSize? = nil,
    section: String? = nil
  ) {
    self.address = address
    self.title = title
    self.size = size
    self.section = section
  }

  /// Reads the fields of a record; empty fields are ignored.
  ///
  /// - Throws: an error if no field has a picture's address.
  init(_ field: (ListField) -> [UInt8]?) throws(EntryProblem) {
    func text(_ name: ListField) -> String? {
      let bytes = (field(name) ?? []).trimmed
      if bytes.isEmpty { return nil }
      // A caption has only one line.
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        .joined(separator: " ")
    }
    let address = (field(.url) ?? []).trimmed
    if address.isEmpty { throw .noAddress() }
    self.address = address
    let thumbnail = (field(.thumbnail) ?? []).trimmed
    self.thumbnail = thumbnail.isEmpty ? nil : thumbnail
    title = text(.title)
    section = text(.section)
    let sides = [ListField.width, .height].compactMap { text($0).flatMap { Double($0) } }
      .filter { (1...Double(Self.longestSide)).contains($0) }
    size = sides.count == 2 ? PixelSize(width: Int(sides[0]), height: Int(sides[1])) : nil
  }

  /// Whether files must be looked up to interpret the entry.
  var hasReadings: Bool {
    EntryTarget.hasReadings(address) || thumbnail.map { EntryTarget.hasReadings($0) } == true
  }

  /// Returns the item of this entry.
  ///
  /// - Parameter folder: the folder for relative paths; empty for the current folder, nil for a
  ///   list from a server, which must not refer to files.
  func item(in folder: [UInt8]?) -> GalleryItem {
    let item = Self.item(at: address, in: folder)
    if title == nil, size == nil, thumbnail == nil { return item }
    return GalleryItem(
      id: item.id, caption: title ?? item.caption, location: item.location,
      thumbnail: thumbnail.map { Self.item(at: $0, in: folder).location }, knownSize: size,
      path: item.path)
  }

  private static func item(at address: ArraySlice<UInt8>, in folder: [UInt8]?) -> GalleryItem {
    guard let folder else {
      let text = String(decoding: address, as: UTF8.self)
      if let web = WebAddress(text), ["http", "https", "data"].contains(web.scheme) {
        return web.item
      }
      return GalleryItem(
        id: text, caption: Credentials.removed(from: text),
        location: .nowhere(because: "a server's list may name http, https and data URLs only"))
    }
    return EntryTarget(address, in: folder).item
  }

  /// Returns the item of an entry that can't be parsed, or no longer exists.
  static func unreadableItem(_ number: Int, because problem: String) -> GalleryItem {
    let caption = "entry \(number + 1) \(problem)"
    return GalleryItem(id: caption, caption: caption, location: .template(""))
  }
}

/// An error of an entry; the description follows the entry's number.
package enum EntryProblem: Error, CustomStringConvertible {
  /// No field has a picture's address, but perhaps one inside another, by these keys.
  case noAddress(keys: [String] = [])
  case notJSON
  case tooLong
  case gone

  package var description: String {
    switch self {
    case .noAddress(let keys):
      keys.isEmpty
        ? "names no picture"
        : "names no picture by a usual key: try --column url=\(keys.joined(separator: ", or url="))"
    case .notJSON: "is no JSON object or text"
    case .tooLong: "is too long"
    case .gone: "is gone: the list has changed"
    }
  }
}

extension [UInt8] {
  /// The bytes without leading and trailing blanks.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let start = firstIndex { !$0.isTrailingBlank } ?? endIndex
    let end = lastIndex { !$0.isTrailingBlank } ?? start - 1
    return self[start..<end + 1]
  }
}
