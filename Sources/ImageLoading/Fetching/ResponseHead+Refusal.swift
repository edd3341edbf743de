import DiskCache

extension ResponseHead {
  /// Why what follows is not worth receiving, if so.
  func refusal(asking condition: DataRequest.Condition, limits: ImageLimits) -> ImageError? {
    if isUnchanged(asking: condition) { return nil }
    guard hasBody, status != 206 || condition.offset > 0 else { return .status(status) }
    // It was not asked for, and could inflate to anything.
    if let encoding = contentEncoding { return .contentEncoding(encoding) }
    if let type = fields["Content-Type"], Self.isCertainlyNoPicture(type) {
      return .contentType(type)
    }
    let offset = status == 206 ? condition.offset : 0
    let (whole, overflow) = offset.addingReportingOverflow(expectedBytes ?? 0)
    if overflow || whole > limits.maxBytes {
      return .tooLarge(bytes: overflow ? .max : whole, limit: limits.maxBytes)
    }
    return nil
  }

  /// Whether a body of a picture may follow, be it the whole or the rest of one.
  var hasBody: Bool { (200...299).contains(status) }

  /// How the body is packed, unless it is as it is.
  var contentEncoding: String? {
    guard let encoding = fields["Content-Encoding"], !encoding.isEmpty,
      encoding.lowercased() != "identity"
    else { return nil }
    return encoding
  }

  /// Whether it says, asked for that, that what we have is still right.
  private func isUnchanged(asking condition: DataRequest.Condition) -> Bool {
    guard status == 304, case .unlessMatching = condition else { return false }
    return true
  }

  /// Whether the type alone says that this is a page, perhaps to log in at, or a film.
  ///
  /// Nothing else is refused by its type: pictures come under many wrong ones, and the decoder looks at
  /// the bytes anyway.
  private static func isCertainlyNoPicture(_ type: String) -> Bool {
    let type = type.lowercased()
    return ["text/html", "application/xhtml+xml", "application/json", "video/", "audio/"]
      .contains { type.hasPrefix($0) }
  }
}
