import Foundation
import FoundationNetworking

extension HTTPURLResponse {
  /// A response with all fields but a challenge.
  ///
  /// To a challenge URLSession of Swift 6.3 on Linux answers with credentials that it does not have: the task
  /// never ends, or the process does. So a 401 is a status like any other.
  convenience init?(_ head: HTTPHead, from url: URL) {
    var fields: [String: String] = [:]
    for field in head.fields where !field.name.isSameToken(as: "WWW-Authenticate") {
      fields[field.name] = field.value
    }
    self.init(
      url: url, statusCode: head.status, httpVersion: head.version, headerFields: fields)
  }
}
