import CurlTransport

extension ResponseHead {
  init(_ head: HTTPHead) {
    var fields = HeaderFields()
    for field in head.fields where field.value.utf8.count <= Self.maxFieldBytes {
      fields[field.name] = field.value
    }
    let announcesBody = head.status != 204 && head.status != 304
    self.init(
      status: head.status, expectedBytes: announcesBody ? head.bodyBytes : nil, fields: fields,
      isMultiplexed: head.isMultiplexed)
  }

  /// No field that is looked at is longer; others are not kept in memory beside their picture.
  private static let maxFieldBytes = 4_096
}
