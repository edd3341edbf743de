import Raster

/// Decodes a file's bytes to a picture of its displayed size.
public protocol PixelDecoding: Sendable {
  /// Decodes a picture, turns it upright by its EXIF orientation, and scales it.
  ///
  /// Pictures are never enlarged: one that is smaller than the target keeps its size. Only an SVG,
  /// which has no pixels, is drawn larger. A truncated or damaged file gives the available rows
  /// above a transparent rest. A progressive JPEG gives all rows in the detail received.
  ///
  /// - Parameters:
  ///   - bytes: a whole file, which is untrusted.
  ///   - target: with `fit`, the result is the largest size inside it that has the picture's
  ///     displayed aspect ratio. With `fill`, it is the target itself, or the width or height of the
  ///     largest possible result if that is smaller.
  ///   - limits: the limits on the picture's size.
  ///   - isCancelled: called at least every 16 rows or 64 KB, or every 20 ms while another process
  ///     decodes. Once it returns true, decoding stops.
  /// - Complexity: O(pixels of the file); memory O(result). Some formats need about four more bytes
  ///   per pixel of the picture: progressive JPEG, interlaced PNG and GIF, lossless WebP, BMP with
  ///   runs, AVIF, HEIC and TIFF.
  func decode(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, limits: DecodeLimits,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage
}

/// The reason why bytes could not be decoded to a picture.
public enum ImageDecodingError: Error, Hashable, Sendable {
  /// The first bytes match no known format.
  case unknownFormat
  /// The library, its plugin or the program for the format is not installed; the Debian package `package` contains it.
  case packageMissing(format: String, package: String)
  /// The installed library for the format, such as `libavif 0.9.3`, has an unknown version; `package` is a known one.
  case versionUnknown(format: String, library: String, package: String)
  /// The format is not decoded in a process with other work, and the decoder has no other; see ``DecodingIsolation``.
  case notIsolated(format: String)
  /// The decoder does not support this variety of the format, such as a lossless JPEG; `reason` is the decoder's own,
  /// in English.
  case unsupported(format: String, reason: String)
  /// No row could be decoded; `reason` is the decoder's own, in English.
  case corrupt(format: String, reason: String)
  /// The picture's size, or the memory to decode it, exceeds the limits.
  case tooLarge(PixelSize, DecodeLimits)
  /// The decoding was canceled.
  case cancelled
}

extension ImageDecodingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownFormat: "not a picture of a known format"
    case .packageMissing(let format, let package): "\(format): install \(package)"
    case .versionUnknown(let format, let library, let package):
      "\(format): \(library) is too old or too new: install \(package)"
    case .notIsolated(let format): "\(format) is only decoded in a child process, and none is set"
    case .unsupported(let format, let reason): "unsupported \(format): \(reason)"
    case .corrupt(let format, let reason): "broken \(format): \(reason)"
    case .tooLarge(let size, _): "too large: \(size) pixels"
    case .cancelled: "cancelled"
    }
  }
}
