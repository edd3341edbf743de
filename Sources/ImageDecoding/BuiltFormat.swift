import CImageRows

/// A picture format, and its reader in this build.
package struct BuiltFormat: Hashable, Sendable {
  /// The format's name, such as `AVIF`.
  package let name: String
  /// The name and the version of the library, such as `libavif 0.11.1`; nil for a built-in reader.
  package let library: String?
  /// Whether this build reads it.
  package let isBuilt: Bool

  /// The formats of libraries and built-in readers, including those not in this build.
  package static var all: [BuiltFormat] {
    let formats: [(ImageFormat, ImageRowsFormat?)] = [
      (.jpeg, .jpeg), (.png, .png), (.webp, .webp), (.gif, .gif), (.bmp, nil), (.portableMap, nil),
      (.raw, nil), (.avif, .avif), (.heic, .heic), (.tiff, .tiff),
    ]
    return formats.map { format, codec in
      BuiltFormat(
        name: format.rawValue, library: codec.flatMap(library),
        isBuilt: codec.map { image_rows_is_built($0) } ?? true)
    }
  }

  private static func library(_ codec: ImageRowsFormat) -> String? {
    var text = [CChar](repeating: 0, count: 64)
    image_rows_library(codec, &text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
