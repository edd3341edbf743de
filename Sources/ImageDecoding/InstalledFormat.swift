import CImageRows

/// A picture format, and its reader on this machine.
package struct InstalledFormat: Hashable, Sendable {
  /// The state of the format's library.
  package enum Reader: Hashable, Sendable {
    /// The program itself reads the format.
    case builtIn
    /// The installed library, such as `libavif 0.11.1`.
    case library(String)
    /// The library or its plugin is not installed; the Debian package contains it.
    case missing(package: String)
    /// The installed library has an unknown version; the package has a known one.
    case unknownVersion(library: String, package: String)
  }

  /// The format's name, such as `AVIF`.
  package let name: String
  package let reader: Reader

  /// All formats of libraries and built-in readers.
  ///
  /// - Complexity: loads the libraries of AVIF, HEIC and TIFF, which takes milliseconds.
  package static var all: [InstalledFormat] {
    let formats: [ImageFormat] = [
      .jpeg, .png, .webp, .gif, .bmp, .portableMap, .raw, .avif, .heic, .tiff,
    ]
    return formats.map { InstalledFormat(name: $0.rawValue, reader: Reader($0)) }
  }
}

extension InstalledFormat.Reader {
  fileprivate init(_ format: ImageFormat) {
    guard let codec = format.codec else {
      self = .builtIn
      return
    }
    switch image_rows_prepare(codec) {
    case .ready: self = .library(codec.library)
    case .unknownVersion:
      self = .unknownVersion(library: codec.library, package: format.package)
    case .pluginMissing: self = .missing(package: format.pluginPackage)
    default: self = .missing(package: format.package)
    }
  }
}
