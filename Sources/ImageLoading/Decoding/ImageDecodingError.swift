/// Why bytes did not become a picture.
public enum ImageDecodingError: Error, Hashable, Sendable {
  /// The first bytes are no known format's.
  case unknownFormat
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
    case .corrupt(let format, let reason): "broken \(format): \(reason)"
    case .tooLarge(let size, _): "too large: \(size) pixels"
    case .cancelled: "cancelled"
    }
  }
}
