import SourceItems

/// The base for relative addresses on a server's page (RFC 3986, 5.2).
///
/// It uses strings, because templates are not valid URLs, and a manifest may have millions of addresses.
package struct PageBase: Equatable {
  let scheme: String
  /// The scheme, the user name and password if any, the host and the port.
  package let root: String
  /// The root and the path.
  private let page: String
  /// The root and the path up to the last slash.
  let folder: String

  /// Creates a base; returns nil unless the address is on a server.
  package init?(_ address: String) {
    guard let web = WebAddress(address), ["http", "https"].contains(web.scheme) else { return nil }
    let start = address.utf8.index(address.startIndex, offsetBy: web.scheme.utf8.count + 3)
    let bare = address[..<(address[start...].firstIndex { "?#".contains($0) } ?? address.endIndex)]
    let slash = bare[start...].firstIndex(of: "/")
    guard slash ?? bare.endIndex > start else { return nil }
    scheme = web.scheme
    root = String(bare[..<(slash ?? bare.endIndex)])
    page = slash == nil ? "\(root)/" : String(bare)
    folder = String(page[...(page.lastIndex(of: "/") ?? page.startIndex)])
  }

  /// Returns the absolute address of a reference on the page; an absolute one is not changed.
  func address(of reference: String) -> String {
    if Self.hasScheme(reference) { return reference }
    if reference.hasPrefix("//") { return "\(scheme):\(reference)" }
    if reference.isEmpty || reference.hasPrefix("#") { return page }
    if reference.hasPrefix("?") { return page + reference }
    let isRooted = reference.hasPrefix("/")
    let whole = isRooted ? root + reference : folder + reference
    let dot = UInt8(ascii: ".")
    return reference.utf8.contains(dot) && reference.utf8.contains(UInt8(ascii: "/"))
      || reference.utf8.first == dot
      ? withoutDots(whole) : whole
  }

  private static func hasScheme(_ text: String) -> Bool {
    var length = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ":"): return length > 0
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        length += 1
      default: return false
      }
    }
    return false
  }

  /// Resolves `.` and `..` in the path, which can't lead above the root.
  private func withoutDots(_ address: String) -> String {
    let path = address.dropFirst(root.count)
    let end = path.firstIndex { "?#".contains($0) } ?? path.endIndex
    let parts = path[..<end].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard parts.contains(where: { $0 == "." || $0 == ".." }) else { return address }
    var kept: [Substring] = []
    for (number, part) in parts.enumerated() {
      let isLast = number == parts.count - 1
      switch part {
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      case ".": if isLast { kept.append("") }
      default: kept.append(part)
      }
    }
    return root + "/" + kept.joined(separator: "/") + path[end...]
  }
}
