import FoundationEssentials
import GalleryItems
import Raster

/// A URL as a person gives it, perhaps with `{index}`, `{width}` and `{height}` in it.
struct WebAddress: Hashable, Sendable {
  static let schemes = ["http", "https", "file", "data"]

  let text: String
  let scheme: String

  /// Nil for what is no URL but a path.
  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    let isURL = text[colon...].hasPrefix("://") || scheme == "data"
    guard isURL, scheme.count > 1, scheme.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return nil
    }
    self.text = text
    self.scheme = scheme
  }

  var isSupported: Bool { Self.schemes.contains(scheme) }
  var hasIndex: Bool { text.contains("{index}") }

  /// One item; the last part of the path is its caption.
  var item: GalleryItem {
    GalleryItem(id: text, caption: caption, location: Self.location(of: text))
  }

  static func location(of text: String) -> GalleryItem.Location {
    if text.contains("{width}") || text.contains("{height}") { return .template(text) }
    return URL(string: text).map { .url($0) } ?? .template(text)
  }

  private var caption: String {
    guard scheme != "data" else { return "data" }
    let text = Credentials.removed(from: text)
    guard let name = URL(string: text)?.lastPathComponent, name != "/" else { return text }
    return name
  }
}
