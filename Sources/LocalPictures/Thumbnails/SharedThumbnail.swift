import CacheFiles
import FoundationEssentials
import ImageDecoding
import ImageRequests
import Raster
import ThumbnailStore

/// A thumbnail of a file that another program has made for all programs.
///
/// They are PNG files below `thumbnails` in the cache folder, named by the MD5 of the file's URI
/// (freedesktop.org, Thumbnail Managing Standard 0.9). A thumbnail is valid if it has the file's
/// URI and modification time, and no different size.
package struct SharedThumbnail {
  /// The folders, with the longest side of their thumbnails in pixels.
  private static let folders = [
    ("normal", 128), ("large", 256), ("x-large", 512), ("xx-large", 1_024),
  ]
  /// Larger than any PNG of 1024x1024.
  private static let maxBytes = 8 << 20
  /// The allowed difference of the aspect ratio from the picture's, because a side of 128 pixels is rounded.
  private static let tolerance = 0.02

  /// The bytes of the PNG.
  private let bytes: Data
  /// The information from the picture's own file.
  package let info: PictureInfo
  private let size: PixelSize

  /// Finds a thumbnail that is at least as large as a copy of the class; nil if there is none.
  ///
  /// If it exists, this also reads the beginning of the picture, for information that the thumbnail lacks.
  ///
  /// - Parameter folder: the folder of all shared thumbnails.
  package init?(
    of url: URL, in slot: ThumbnailShelf.Slot, folder: String, within limits: ImageLimits
  ) {
    guard let path = try? FilePath(url), let uri = path.uri else { return nil }
    let name = MessageDigest.md5(uri.utf8)
    let seconds = slot.file.modified.floorDivided(by: 1_000_000_000)
    for (size, side) in Self.folders where side >= slot.scale.leastSide {
      let file = URL(filePath: "\(folder)/\(size)/\(name).png")
      guard
        let bytes = try? PictureFile(file, maxBytes: Self.maxBytes).readWhole(isCancelled: { false }
        ),
        bytes.withUnsafeBytes({ PNGText($0) }).names(
          uri, modified: "\(seconds)", bytes: "\(slot.file.size)"),
        let picture = try? PictureFile(url, maxBytes: limits.maxBytes),
        let info = try? picture.readBeginning(PictureFile.beginningBytes).withUnsafeBytes({
          PictureInfo(ofFile: $0, byteCount: picture.size)
        }), let whole = info.size, !info.isDrawn
      else { continue }
      self.bytes = bytes
      self.info = info
      self.size = whole
      return
    }
    return nil
  }

  /// Returns the picture for a target, and a copy to store; nil if it is too small, of another shape, or damaged.
  package func pictures(
    for target: ImageTarget, copy scale: ThumbnailScale, _ isCancelled: () -> Bool
  ) -> (image: PixelImage, copy: PixelImage)? {
    guard let copySize = scale.size(of: size), hasShape else { return nil }
    func decoded(_ target: ImageTarget) -> PixelImage? {
      let image = bytes.withUnsafeBytes { bytes in
        try? ThumbnailBytes.decode(bytes, of: size, target: target, isCancelled: isCancelled)
      }
      return image ?? nil
    }
    guard let copy = decoded(ImageTarget(size: copySize, contentMode: .fill)),
      var image = decoded(target)
    else { return nil }
    image.info = info
    return (image, copy)
  }

  /// Whether it has the picture's aspect ratio, and so is neither rotated nor cropped.
  private var hasShape: Bool {
    guard let own = bytes.withUnsafeBytes({ PictureInfo(ofFile: $0, byteCount: nil)?.size }) else {
      return false
    }
    let (one, other) = (Double(own.width * size.height), Double(size.width * own.height))
    return abs(one - other) <= Self.tolerance * max(one, other)
  }
}

/// The description of the original in the text chunks of a shared thumbnail.
private struct PNGText {
  private var uri: String?
  /// The modification time, in seconds since 1970.
  private var modified: String?
  /// The size of the file in bytes, which few programs write.
  private var size: String?

  /// Parses the chunks before the pixels; their content is not trusted.
  init(_ bytes: UnsafeRawBufferPointer) {
    var place = 8
    while place + 8 <= bytes.count {
      let length = Int(
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
      let kind = bytes[place + 4..<place + 8]
      guard length <= bytes.count - place - 8, !kind.elementsEqual("IDAT".utf8) else { return }
      if kind.elementsEqual("tEXt".utf8) { parse(bytes[place + 8..<place + 8 + length]) }
      place += length + 12
    }
  }

  /// Whether the thumbnail was made from the current version of this file.
  func names(_ uri: String, modified: String, bytes: String) -> Bool {
    self.uri == uri && self.modified == modified && (size ?? bytes) == bytes
  }

  private mutating func parse(_ chunk: Slice<UnsafeRawBufferPointer>) {
    guard let end = chunk.firstIndex(of: 0) else { return }
    let text = String(decoding: chunk[(end + 1)...], as: UTF8.self)
    if chunk[..<end].elementsEqual("Thumb::URI".utf8) { uri = text }
    if chunk[..<end].elementsEqual("Thumb::MTime".utf8) { modified = text }
    if chunk[..<end].elementsEqual("Thumb::Size".utf8) { size = text }
  }
}

extension Int64 {
  /// Returns the quotient, rounded down, because times before 1970 are negative.
  fileprivate func floorDivided(by divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}
