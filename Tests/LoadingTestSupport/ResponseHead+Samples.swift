import DiskCache
import LoadPlanning

extension ResponseHead {
  /// The head of a whole body that can be resumed.
  package static func whole(_ count: Int?, _ fields: [String: String] = ["ETag": "\"a\""])
    -> ResponseHead
  {
    ResponseHead(status: 200, expectedBytes: count, fields: HeaderFields(fields))
  }

  /// The head of a part.
  package static func part(
    _ range: String?, count: Int? = nil, _ fields: [String: String] = ["ETag": "\"a\""]
  ) -> ResponseHead {
    var fields = HeaderFields(fields)
    fields["Content-Range"] = range
    return ResponseHead(status: 206, expectedBytes: count, fields: fields)
  }
}
