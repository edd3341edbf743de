import Foundation
import FoundationNetworking

extension URLRequest {
  /// Asks for a picture, in a format that can be decoded, uncompressed.
  init(_ transfer: Transfer) {
    // The sweep keeps the time; this is behind it in case of need, in whole seconds because
    // URLSession cuts the rest off, and fires at once for less than one.
    let seconds = min(max(0, transfer.limits.timeout.components.seconds), 86_400)
    self.init(
      url: transfer.url, cachePolicy: .reloadIgnoringLocalCacheData,
      timeoutInterval: TimeInterval(seconds + 5))
    setValue("image/webp,image/png,image/jpeg,image/gif,*/*;q=0.5", forHTTPHeaderField: "Accept")
    for (name, value) in transfer.headers { setValue(value, forHTTPHeaderField: name) }
    setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    for (name, value) in transfer.condition.fields { setValue(value, forHTTPHeaderField: name) }
  }
}
