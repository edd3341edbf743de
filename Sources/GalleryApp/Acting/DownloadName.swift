import Archives
import FoundationEssentials
import ImageDecoding
import Raster
import SourceItems

/// The name of a downloaded file: the last part of its URL's path, made harmless.
enum DownloadName {
  /// The most bytes, which leave room for a number before the extension.
  private static let mostBytes = 200

  /// - Parameter data: the file, whose format gives a name without an extension one.
  static func name(of url: URL, _ data: Data) -> String {
    let encoded = url.path(percentEncoded: true).split(separator: "/").last ?? ""
    let isNamed = ["http", "https", ArchivedFile.scheme].contains(url.scheme?.lowercased())
    var name = harmless(
      isNamed ? String(decoding: Array(encoded.utf8).percentDecoded(), as: UTF8.self) : "")
    if name.isEmpty { name = "picture" }
    let isPicture = name.utf8.withContiguousStorageIfAvailable {
      PictureNames.isPicture(UnsafeRawBufferPointer($0))
    }
    if isPicture != true, let ending = ImageDecoder.fileExtension(of: data) { name += ".\(ending)" }
    return name
  }

  /// The text without slashes, characters that control terminals, and dots that would hide the file.
  private static func harmless(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter { scalar in
      scalar != "/" && ![.control, .format, .surrogate].contains(scalar.properties.generalCategory)
    }
    var name = String(String.UnicodeScalarView(scalars.drop { $0 == "." || $0 == " " }))
    guard name.utf8.count > mostBytes else { return name }
    // The extension is kept.
    let ending = name.lastIndex(of: ".").map { name[$0...] } ?? ""
    let kept = ending.utf8.count <= 8 ? String(ending) : ""
    while name.utf8.count > mostBytes - kept.utf8.count { name.unicodeScalars.removeLast() }
    return name + kept
  }
}
