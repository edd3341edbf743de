import Foundation
import FoundationNetworking

extension HTTPURLResponse {
  /// Why the body is not worth fetching, if so.
  func refusal(limits: ImageLimits) -> ImageError? {
    guard (200...299).contains(statusCode) else { return .status(statusCode) }
    // It was not asked for, and could inflate to anything.
    if let encoding = value(forHTTPHeaderField: "Content-Encoding"),
      encoding.lowercased() != "identity", !encoding.isEmpty
    {
      return .contentEncoding(encoding)
    }
    if let type = value(forHTTPHeaderField: "Content-Type"), Self.isCertainlyNoPicture(type) {
      return .contentType(type)
    }
    if let bytes = expectedBytes, bytes > limits.maxBytes {
      return .tooLarge(bytes: bytes, limit: limits.maxBytes)
    }
    return nil
  }

  /// The announced length of the body, if it was announced.
  var expectedBytes: Int? {
    expectedContentLength >= 0 ? Int(exactly: expectedContentLength) : nil
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
