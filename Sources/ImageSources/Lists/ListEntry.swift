import FoundationEssentials
import GalleryItems

/// What a list says of one picture.
struct ListEntry: Equatable {
  /// A path or URL, as bytes, because a name need not be UTF-8.
  var address: ArraySlice<UInt8>

  /// The item of this entry.
  ///
  /// - Parameter folder: where relative paths start; empty for the current folder.
  func item(in folder: [UInt8]) -> GalleryItem {
    if let address = WebAddress(String(decoding: address, as: UTF8.self)) { return address.item }
    let isAbsolute = address.first == UInt8(ascii: "/")
    return FileLocation.item(
      at: isAbsolute ? Array(address) : FileLocation.join(folder, Array(address)))
  }

  /// The item of an entry that cannot be read, or is no longer there.
  static func unreadableItem(_ number: Int, because problem: String) -> GalleryItem {
    let caption = "entry \(number + 1): \(problem)"
    return GalleryItem(id: caption, caption: caption, location: .template(""))
  }
}
