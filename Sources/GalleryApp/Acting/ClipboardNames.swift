import FoundationEssentials
import GalleryCore
import GalleryItems
import Raster
import SourceItems
import TerminalUI

/// The names of items as a text for the clipboard: absolute paths, or URLs without credentials, one a line.
struct ClipboardNames {
  private var text: [UInt8] = []
  private var count = 0

  /// Stops after the first name that does not fit.
  init(_ ids: RangeSet<Int>, of items: AnyItemSnapshot) {
    for place in items.places(of: ids).ranges.joined() where !isTooLong {
      guard let item = items.item(atPlace: place) else { continue }
      if count > 0 { text.append(UInt8(ascii: "\n")) }
      text += item.path.map(FileLocation.absolute) ?? Array(item.publicURL.utf8)
      count += 1
    }
  }

  private var isTooLong: Bool { text.count > ClipboardText.mostBytes }

  /// Copies the text, unless it is too long.
  ///
  /// - Returns: a message for the person.
  func copied(by copy: ([UInt8]) -> Void) -> String {
    if isTooLong {
      return "not copied: the names have over \(ClipboardText.mostBytes / 1_000) KB; q prints them"
    }
    copy(text)
    return count == 1
      ? "copied: \(String(decoding: text, as: UTF8.self))" : "copied: \(count) names, one a line"
  }
}

extension GalleryItem {
  /// The size in a template's URL, if its picture has no size of its own.
  private static let usualSize = PixelSize(width: 1920, height: 1080)

  /// The URL of the picture itself; nil without one.
  var originalURL: URL? { url(for: knownSize ?? Self.usualSize) }

  /// The URL for other programs, without credentials.
  var publicURL: String {
    Credentials.removed(from: originalURL?.absoluteString ?? id)
  }
}
