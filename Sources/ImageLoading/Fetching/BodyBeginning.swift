import FoundationEssentials
import ImageDecoding

/// The first bytes of a body, which show if a server sends a page, a video or text instead of a picture.
///
/// `Content-Type` is only a hint, because pictures come with many wrong types: a body is refused by its bytes.
struct BodyBeginning {
  /// The number of bytes that decide; a shorter body is checked at its end.
  private static let length = 512

  /// The announced type, if pictures never have it.
  private let doubtfulType: String?
  private var bytes: [UInt8] = []
  private var isJudged = false

  /// - Parameter type: the field `Content-Type`.
  init(announcedAs type: String?) {
    doubtfulType = type.flatMap { Self.isNeverPicture($0) ? $0 : nil }
  }

  /// Takes the next bytes; throws once they can't be a picture.
  mutating func append(_ chunk: Data) throws(ImageError) {
    if isJudged { return }
    bytes += chunk.prefix(Self.length - bytes.count)
    if bytes.count == Self.length { try judge() }
  }

  /// Checks a body that ends here.
  mutating func finish() throws(ImageError) {
    if !isJudged, !bytes.isEmpty { try judge() }
  }

  private mutating func judge() throws(ImageError) {
    isJudged = true
    let type = doubtfulType ?? (Self.beginsPage(bytes) ? "text/html" : nil)
    let isPicture = bytes.withUnsafeBytes { ImageDecoder.recognizes($0) }
    bytes = []
    if let type, !isPicture { throw .contentType(type) }
  }

  private static func isNeverPicture(_ type: String) -> Bool {
    let type = type.lowercased()
    return ["text/html", "application/xhtml+xml", "application/json", "video/", "audio/"]
      .contains { type.hasPrefix($0) }
  }

  /// Whether a text starts like HTML, after an optional byte order mark and white space.
  private static func beginsPage(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
      .drop { $0 == 32 || 9...13 ~= $0 }
    return ["<!doctype html", "<html"].contains { tag in
      text.prefix(tag.utf8.count).elementsEqual(tag.utf8) { $0 | 0x20 == $1 | 0x20 }
    }
  }
}
