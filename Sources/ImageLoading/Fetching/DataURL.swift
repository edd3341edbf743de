import FoundationEssentials
import Raster

/// A `data:` URL, which carries its bytes itself (RFC 2397): `data:image/png;base64,iVBOR…`.
///
/// URLSession is not asked: it never answers where the base64 is broken.
struct DataURL {
  private let url: URL

  init(_ url: URL) {
    self.url = url
  }

  /// Decodes what follows the comma.
  func bytes(maxBytes: Int) throws(ImageError) -> Data {
    let text = url.absoluteString.utf8
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      let comma = text[colon...].firstIndex(of: UInt8(ascii: ","))
    else { throw .badURL(url.shownText) }

    let payload = text[text.index(after: comma)...]
    // Three characters at most stand for a byte, so that nothing is decoded in vain.
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
  /// Whether the part before the comma ends in `;base64`, in whichever case.
  fileprivate var isBase64Marked: Bool {
    suffix(7).elementsEqual(";base64".utf8) { $0 | 0x20 == $1 | 0x20 }
  }
}
