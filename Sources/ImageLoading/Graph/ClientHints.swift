import DiskCache
import FoundationEssentials
import ImageDecoding
import Raster

/// Which servers have asked how wide pictures are shown, so that they need send no more.
///
/// A server asks by `Accept-CH` (RFC 8942), and has an answer for each width.
struct ClientHints: Sendable {
  /// The field that tells a server a width, in pixels.
  private enum Field: String, CaseIterable {
    case width = "Sec-CH-Width"
    /// Its name before 2021.
    case formerWidth = "Width"
  }

  private var fields: [Origin: Field] = [:]

  /// Takes what a server says of an answer: its latest wish counts.
  mutating func note(_ head: ResponseHead, from url: URL) {
    guard let wishes = head.fields["Accept-CH"], url.origin.isSecure,
      head.url?.hasOrigin(of: url) != false
    else { return }
    let names = wishes.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
    fields[url.origin] = Field.allCases.first { names.contains($0.rawValue.lowercased()) }
  }

  /// What to tell the server of a picture; nil where it has not asked, or where the whole picture is wanted.
  func hint(for request: ImageRequest) -> WidthHint? {
    guard !fields.isEmpty, request.thumbnails == .ifSufficient,
      let field = fields[request.url.origin]
    else { return nil }
    return WidthHint(of: request.target, field: field.rawValue)
  }
}

/// How wide a picture is shown, for its server.
struct WidthHint: Hashable, Sendable {
  /// The header field.
  let field: String
  /// In pixels, rounded up so that a window of another size finds the same answer.
  let width: Int

  /// No server makes a picture smaller for more than that.
  private static let mostPixels = 4_096
  /// Half of a picture may be outside of a target that it fills.
  private static let excess = 2

  /// The hint for a picture at a place; nil where all of its pixels may be of use.
  init?(of target: ImageTarget, field: String) {
    let size = target.size
    let needed =
      target.contentMode == .fit ? size.width : max(size.width, size.height) * Self.excess
    guard let width = Self.classes.first(where: { $0 >= needed }) else { return nil }
    self.field = field
    self.width = width
  }

  /// 64, 96, 128, 192 and so on.
  private static let classes = stride(from: 6, through: 12, by: 1)
    .flatMap { [1 << $0, 3 << ($0 - 1)] }.filter { $0 <= mostPixels }
}

extension PictureAddress {
  /// The address of what its server gives for a width.
  ///
  /// The fragment of a URL is sent to no server, and tells caches one answer from another.
  func shown(at hint: WidthHint?) -> PictureAddress {
    guard let hint, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return self
    }
    parts.fragment = (parts.fragment ?? "") + "width=\(hint.width)"
    return parts.url.map { PictureAddress(url: $0, headers: headers ?? RequestHeaders()) } ?? self
  }
}
