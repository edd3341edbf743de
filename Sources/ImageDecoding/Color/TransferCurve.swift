import Glibc
import Raster

/// The curve from values to light.
enum TransferCurve {
  case sRGB
  /// Light is the value to this power.
  case power(Double)

  /// The curve of a code point of ITU-T H.273; nil for those of video or HDR.
  ///
  /// The curve of television cameras is treated as sRGB's, because screens display it similarly.
  init?(codePoint: UInt8) {
    switch codePoint {
    case 1, 6, 13, 14, 15: self = .sRGB
    case 4: self = .power(2.2)
    case 5: self = .power(2.8)
    case 8: self = .power(1)
    default: return nil
    }
  }

  /// The light of a channel's 256 values.
  var light: [Double] {
    (0...255).map { value in
      let value = Double(value) / 255
      return switch self {
      case .sRGB: LinearLight.light(value)
      case .power(let exponent): pow(value, exponent)
      }
    }
  }
}
