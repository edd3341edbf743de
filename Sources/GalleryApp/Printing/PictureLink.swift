import FoundationEssentials
import Raster

/// The URL behind a printed name, for terminals that open links.
enum PictureLink {
  /// The longest URL; terminals ignore longer ones (VTE: 2,083 bytes).
  private static let mostBytes = 2_000

  /// The link to a picture; nil if no program could open it.
  ///
  /// - Parameter host: the name of this machine, because a terminal may be on another one.
  static func target(of url: URL, host: String) -> String? {
    let text = url.absoluteString
    let target: String
    switch url.scheme?.lowercased() {
    case "file":
      let start = "file:///"
      guard text.hasPrefix(start) else { return nil }
      target = "file://\(host)/" + text.dropFirst(start.count)
    case "http", "https": target = Credentials.removed(from: text)
    default: return nil
    }
    let isPrintable = target.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    return isPrintable && target.utf8.count <= mostBytes ? target : nil
  }
}
