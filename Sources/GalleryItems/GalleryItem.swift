import FoundationEssentials
import Raster

/// One picture of a gallery: what identifies it, what is written under it, and where it is.
///
/// ```swift
/// let item = GalleryItem(
///   id: "42", caption: "A bowl of soup",
///   location: .template("https://example.org/{width}x{height}?text=soup"))
/// item.url(for: PixelSize(width: 64, height: 32))  // https://example.org/64x32?text=soup
/// ```
package struct GalleryItem: Hashable, Sendable, Identifiable {
  /// The source of a picture.
  package enum Location: Hashable, Sendable {
    /// One address for every size.
    case url(URL)
    /// An address that is read when it is asked for; `{width}` and `{height}` in it are replaced by pixels.
    case template(String)
    /// There is no picture, for a reason that the person reads.
    case nowhere(because: String)
  }

  /// Tells this item from every other one of its gallery, and stays when the item moves.
  package let id: String
  /// The text of the picture, which is searched.
  package let caption: String
  /// The text under the header of its section, which need not say again what that says.
  package let captionInSection: String
  /// The source of the picture.
  package let location: Location
  /// The source of a smaller picture for tiles, if there is one.
  package let thumbnail: Location?
  /// The picture's own size, where it is known before the picture is loaded.
  package let knownSize: PixelSize?
  /// The names of the files that it is shown for, beside its own.
  package let companions: [String]
  /// Whether its picture stands for a video.
  package let isVideo: Bool
  /// The path of its file as the person would write it, in bytes that need not be UTF-8; nil without a file.
  package let path: [UInt8]?

  /// Makes an item; its size is unknown by default, its caption the same in a section, and its tile shows the
  /// picture itself.
  package init(
    id: String, caption: String, captionInSection: String? = nil, location: Location,
    thumbnail: Location? = nil, knownSize: PixelSize? = nil, companions: [String] = [],
    isVideo: Bool = false, path: [UInt8]? = nil
  ) {
    self.id = id
    self.caption = caption
    self.captionInSection = captionInSection ?? caption
    self.location = location
    self.thumbnail = thumbnail
    self.knownSize = knownSize
    self.companions = companions
    self.isVideo = isVideo
    self.path = path
  }

  /// The name of the picture for other programs: its path, or else its URL.
  package var reference: [UInt8] { path ?? Array(id.utf8) }

  /// The name of the picture in later sessions: its id without the version of a file.
  package var lastingID: Substring { path == nil ? id[...] : id.prefix { $0 != "#" } }

  /// The text as it is drawn, under the header of its section or without one: a poster looks like any picture, so
  /// that a video has a sign before its name.
  package func label(isInSection: Bool = false) -> String {
    (isVideo ? "► " : "") + (isInSection ? captionInSection : caption)
  }

  /// The address of the picture at a size.
  ///
  /// - Returns: nil where a template, once filled in, is no URL, or where a template is asked for
  ///   a size that is not positive. A plain address is returned whatever the size.
  package func url(for size: PixelSize) -> URL? { location.url(for: size) }

  /// Why there is no picture, if that is known.
  package var problem: String? {
    if case .nowhere(let reason) = location { reason } else { nil }
  }

  /// The address of what its tile shows at a size: the thumbnail, or the picture where there is none.
  package func tileURL(for size: PixelSize) -> URL? {
    thumbnail?.url(for: size) ?? url(for: size)
  }
}

extension GalleryItem.Location {
  fileprivate func url(for size: PixelSize) -> URL? {
    switch self {
    case .url(let url):
      return url
    case .template(let template):
      guard size.width > 0, size.height > 0 else { return nil }
      return URL(escaping: template.filled(with: size))
    case .nowhere: return nil
    }
  }
}

extension String {
  /// This template with a size in place of `{width}` and `{height}`.
  ///
  /// It is filled for every tile that comes on the screen; the standard library's `replacing` takes
  /// ten times as long.
  fileprivate func filled(with size: PixelSize) -> String {
    var filled = ""
    filled.reserveCapacity(utf8.count + 8)
    var rest = self[...]
    while let brace = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      filled += rest[..<brace]
      rest = rest[brace...]
      if rest.utf8.starts(with: "{width}".utf8) {
        filled += String(size.width)
        rest = rest[rest.utf8.index(brace, offsetBy: 7)...]
      } else if rest.utf8.starts(with: "{height}".utf8) {
        filled += String(size.height)
        rest = rest[rest.utf8.index(brace, offsetBy: 8)...]
      } else {
        filled += "{"
        rest = rest[rest.utf8.index(after: brace)...]
      }
    }
    filled += rest
    return filled
  }
}
