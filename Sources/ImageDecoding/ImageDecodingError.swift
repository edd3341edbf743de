import Raster

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
