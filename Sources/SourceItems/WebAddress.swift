import FoundationEssentials
import GalleryItems
import Raster

/// A URL from the command line or a list, which may contain `{index}`, `{width}` and `{height}`.
package struct WebAddress: Hashable, Sendable {
  package static let schemes = ["http", "https", "file", "data"]

  package let text: String
  package let scheme: String

  /// Parses a URL; returns nil for a path.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    let isURL = text[colon...].hasPrefix("://") || scheme == "data"
    guard isURL, scheme.count > 1, scheme.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return nil
    }
    self.text = text
    self.scheme = scheme
  }

  package var isSupported: Bool { Self.schemes.contains(scheme) }
  package var hasIndex: Bool { text.contains("{index}") }

  /// The item at this URL, with the last part of its path as the caption.
  package var item: GalleryItem {
    GalleryItem(id: text, caption: caption, location: Self.location(of: text))
  }

  package static func location(of text: String) -> GalleryItem.Location {
    if hasSize(text) { return .template(text) }
    return URL(escaping: text).map { .url($0) } ?? .template(text)
  }

  /// Whether a URL contains placeholders for the size.
  package static func hasSize(_ text: String) -> Bool {
    // Checking for a brace first avoids the string search, which takes microseconds.
    text.utf8.contains(UInt8(ascii: "{"))
      && (text.contains("{width}") || text.contains("{height}"))
  }

  private var caption: String {
    guard scheme != "data" else { return "data" }
    let text = Credentials.removed(from: text)
    let bare = text.utf8.prefix { !"?#".utf8.contains($0) }.dropFirst(scheme.utf8.count + 3)
    let path = bare.drop { $0 != UInt8(ascii: "/") }
    guard let name = path.split(separator: UInt8(ascii: "/")).last else { return text }
    let bytes = name.percentDecoded()
    // Old servers may use Latin-1 names, whose bytes are the first 256 characters of Unicode.
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
