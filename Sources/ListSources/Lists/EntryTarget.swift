import GalleryItems
import Glibc
import Raster
import SourceItems

/// The URL or the file that a text in a list refers to.
///
/// A file may have any name, so the text is first taken literally. Programs also quote names,
/// prefix them with `file:/`, and percent-encode them: the first of these readings with an existing
/// file counts.
package enum EntryTarget {
  case web(WebAddress)
  case file([UInt8])

  private static let scheme = Array("file:/".utf8)
  private static let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]

  /// Interprets a text; files are only looked up if there are several readings.
  ///
  /// - Parameter folder: the folder for relative paths; empty for the current one.
  init(_ text: ArraySlice<UInt8>, in folder: [UInt8]) {
    let readings = Self.readings(of: text)
    for reading in readings {
      if let web = WebAddress(String(decoding: reading, as: UTF8.self)) {
        self = .web(web)
        return
      }
      let path = Self.path(of: reading, in: folder)
      if readings.count > 1, Self.isThere(path) {
        self = .file(path)
        return
      }
    }
    self = .file(Self.path(of: Array(text), in: folder))
  }

  /// Whether a text has several readings, which requires looking up files.
  static func hasReadings(_ text: ArraySlice<UInt8>) -> Bool {
    text.first.map(quotes.contains) == true || text.starts(with: scheme)
      || text.contains(UInt8(ascii: "%"))
  }

  /// Returns the path of a command-line argument, or the text itself if no such file exists.
  package static func path(named text: String) -> String {
    let readings = readings(of: Array(text.utf8)[...])
    guard readings.count > 1, let path = readings.first(where: isThere) else { return text }
    return String(validating: path, as: UTF8.self) ?? text
  }

  var item: GalleryItem {
    switch self {
    case .web(let address): address.item
    case .file(let path): FileLocation.item(at: path)
    }
  }

  /// Whether it is a picture, by its scheme, its extension or its first bytes.
  var isPicture: Bool {
    switch self {
    case .web(let address) where address.scheme == "data":
      return address.text.hasPrefix("data:image/")
    case .web(let address): return address.isSupported
    case .file(let path):
      if FileLocation.name(in: path).withUnsafeBytes(PictureNames.suggestsPicture) { return true }
      let descriptor = path.withPath { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
      return descriptor >= 0 && PictureSignature.begins(OpenInput(descriptor))
    }
  }

  /// Whether it is a URL or an existing file.
  var mayBeThere: Bool {
    switch self {
    case .web: true
    case .file(let path): Self.isThere(path)
    }
  }

  private static func path(of text: [UInt8], in folder: [UInt8]) -> [UInt8] {
    text.first == UInt8(ascii: "/") ? text : FileLocation.join(folder, text)
  }

  private static func isThere(_ path: [UInt8]) -> Bool {
    !path.contains(0) && path.withPath { access($0, F_OK) } == 0
  }

  /// Returns the readings of a text: literal, unquoted, without `file:`, and each of these percent-decoded.
  private static func readings(of text: ArraySlice<UInt8>) -> [[UInt8]] {
    var readings = [Array(text)]
    if let quote = text.first, quotes.contains(quote), text.count > 2, text.last == quote {
      readings.append(Array(text.dropFirst().dropLast()))
    }
    for reading in readings where reading.starts(with: scheme) {
      let path = reading[(scheme.count - 1)...]
      // Two slashes begin a host name.
      if !path.starts(with: "//".utf8) { readings.append(Array(path)) }
    }
    for reading in readings where reading.contains(UInt8(ascii: "%")) {
      let decoded = reading.percentDecoded()
      if decoded != reading { readings.append(decoded) }
    }
    return readings
  }
}
