import FoundationEssentials
import ImageRequests
import Raster

/// A `data:` URL, which contains its bytes (RFC 2397): `data:image/png;base64,iVBOR…`.
///
/// URLSession isn't used, because it never responds if the base64 is malformed.
struct DataURL {
  private let url: URL

  init(_ url: URL) {
    self.url = url
  }

  /// Decodes the payload after the comma.
  func bytes(maxBytes: Int) throws(ImageError) -> Data {
    let text = url.absoluteString.utf8
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      let comma = text[colon...].firstIndex(of: UInt8(ascii: ","))
    else { throw .badURL(url.shownText) }

    let payload = text[text.index(after: comma)...]
    // A byte takes at most three characters, so too long a payload is refused before decoding.
    guard payload.count / 3 <= maxBytes else {
      throw .tooLarge(bytes: payload.count / 3, limit: maxBytes)
    }
    var bytes = Data(payload.percentDecoded())
    if text[colon..<comma].isBase64Marked {
      guard let decoded = Data(base64Encoded: bytes, options: .ignoreUnknownCharacters) else {
        throw .badURL(url.shownText)
      }
      bytes = decoded
    }
    guard bytes.count <= maxBytes else { throw .tooLarge(bytes: bytes.count, limit: maxBytes) }
    return bytes
  }
}

extension Substring.UTF8View {
  /// Whether the part before the comma ends in `;base64`, ignoring case.
  fileprivate var isBase64Marked: Bool {
    suffix(7).elementsEqual(";base64".utf8) { $0 | 0x20 == $1 | 0x20 }
  }
}
