import Raster

/// Turns the bytes of a file into a picture of the size at which it is shown.
public protocol ImageDecoding: Sendable {
  /// Decodes, turns upright as the EXIF orientation says, and scales.
  ///
  /// Nothing is ever enlarged: a picture that is smaller than the target keeps its size. A file
  /// that is truncated or breaks off gives the rows that there are, over a transparent rest; of a
  /// progressive JPEG, all rows as well as they are known.
  ///
  /// - Parameters:
  ///   - bytes: a whole file; nothing in it is trusted.
  ///   - target: with `fit`, the result is the largest size inside it that has the picture's
  ///     aspect ratio on the screen; with `fill`, it is the target itself, or, where that is
  ///     smaller, the width or height of the largest result that there can be.
  ///   - limits: what the picture may claim.
  ///   - isCancelled: asked at least every 16 rows or 64 KB, but not while an AVIF, a HEIC or a
  ///     strip of a TIFF is decoded; once true, decoding stops.
  /// - Complexity: O(pixels of the file); memory O(result) plus, for progressive JPEG, interlaced
  ///   PNG and GIF, lossless WebP, BMP with runs, AVIF, HEIC and TIFF, about four bytes for each of
  ///   the picture's pixels.
  func decode(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, limits: DecodeLimits,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage
}

/// Why bytes did not become a picture.
public enum ImageDecodingError: Error, Hashable, Sendable {
  /// The first bytes are no known format's.
  case unknownFormat
  /// The format is known, but its library was not built in.
  case formatNotBuilt(format: String)
  /// Not one row could be decoded; `reason` is the decoder's own, in English.
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
    case .formatNotBuilt(let format):
      "\(format) is not in this build; `make build FORMATS=\(format.lowercased())` has it"
    case .corrupt(let format, let reason): "broken \(format): \(reason)"
    case .tooLarge(let size, _): "too large: \(size) pixels"
    case .cancelled: "cancelled"
    }
  }
}
