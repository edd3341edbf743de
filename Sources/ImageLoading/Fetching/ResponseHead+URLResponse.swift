import Foundation
import FoundationNetworking

extension ResponseHead {
  /// What URLSession says of a response; nil where it is none of HTTP.
  init?(_ response: URLResponse?) {
    guard let response = response as? HTTPURLResponse else { return nil }
    var fields = HeaderFields()
    for case (let name as String, let value as String) in response.allHeaderFields
    where value.utf8.count <= Self.maxFieldBytes {
      fields[name] = value
    }
    let length = response.expectedContentLength
    let announcesBody = response.statusCode != 204 && response.statusCode != 304
    self.init(
      status: response.statusCode,
      expectedBytes: announcesBody && length >= 0 ? Int(exactly: length) : nil,
      fields: fields)
  }

  /// No field that is looked at is longer; others are not kept in memory beside their picture.
  private static let maxFieldBytes = 4_096
}
