import Raster

/// Turns a file's bytes into a picture of the size at which it is shown.
public protocol PixelDecoding: Sendable {
  /// Decodes a picture, turns it upright by its EXIF orientation, and scales it.
  ///
  /// Pictures are never enlarged: one that is smaller than the target keeps its size. Only an SVG,
  /// which has no pixels, is drawn larger. A file that
  /// is truncated or breaks off gives the available rows over a transparent rest. A progressive
  /// JPEG gives all rows, as far as they are known.
  ///
  /// - Parameters:
  ///   - bytes: a whole file; nothing in it is trusted.
  ///   - target: with `fit`, the result is the largest size inside it that has the picture's aspect
  ///     ratio on the screen. With `fill`, it is the target itself, or the width or height of the
  ///     largest possible result if that is smaller.
  ///   - limits: the limits of what the picture may claim.
  ///   - isCancelled: called at least every 16 rows or 64 KB, but not while an AVIF, a HEIC or a
  ///     strip of a TIFF is decoded; once it returns true, decoding stops.
  /// - Complexity: O(pixels of the file); memory O(result). Some formats need about four more bytes
  ///   for each pixel of the picture: progressive JPEG, interlaced PNG and GIF, lossless WebP, BMP
  ///   with runs, AVIF, HEIC and TIFF.
  func decode(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, limits: DecodeLimits,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage
}

/// An error that kept bytes from becoming a picture.
public enum ImageDecodingError: Error, Hashable, Sendable {
  /// The first bytes belong to no known format.
  case unknownFormat
  /// The format is known, but its library was not built in.
  case formatNotBuilt(format: String)
  /// The format is drawn by another program, which is not installed; `package` has it.
  case programMissing(format: String, package: String)
  /// The decoder does not read this variety of the format, such as a lossless JPEG; `reason` is its own, in English.
  case unsupported(format: String, reason: String)
  /// No row could be decoded; `reason` is the decoder's own, in English.
  case corrupt(format: String, reason: String)
  /// The picture's size, or the memory that decoding it takes, exceeds the limits.
  case tooLarge(PixelSize, DecodeLimits)
  /// The result was no longer wanted.
  case cancelled
}

extension ImageDecodingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownFormat: "not a picture of a known format"
    case .formatNotBuilt(let format): "\(format) is not in this build"
    case .programMissing(let format, let package): "\(format): install \(package)"
    case .unsupported(let format, let reason): "unsupported \(format): \(reason)"
    case .corrupt(let format, let reason): "broken \(format): \(reason)"
    case .tooLarge(let size, _): "too large: \(size) pixels"
    case .cancelled: "cancelled"
    }
  }
}
