import DiskCache
import FoundationEssentials
import Raster

extension URL {
  /// What a person may see of it: everything but a name and a password.
  var shownText: String { Credentials.removed(from: absoluteString) }

  /// What its bytes are known by on disk; empty where they may not be kept there.
  ///
  /// Names have entries of their own, which of a name tell a hash only, and of a password nothing. A
  /// password without a name says of nobody whose the bytes are.
  var cacheIdentity: String {
    let name = user(percentEncoded: true) ?? ""
    if name.isEmpty, password(percentEncoded: true) == nil { return absoluteString }
    let shown = shownText
    // A blank is in no URL.
    return name.isEmpty ? "" : CacheKey("\(shown) \(name)").map { "\(shown) \($0)" } ?? ""
  }
}
