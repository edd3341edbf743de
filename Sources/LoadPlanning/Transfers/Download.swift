import DiskCache
import FoundationEssentials
import ImageDecoding
import ImageRequests

/// A body being received, which may resume partial data from an earlier transfer.
///
/// New bytes are appended to partial data only if they start at exactly that offset of exactly that
/// version. If a server sends the whole body instead, it replaces the partial data.
struct Download: Sendable {
  private let earlier: PartialDownload?
  private var head: ResponseHead?

  /// The bytes received so far, from the first byte of the body on.
  private(set) var bytes = Data()
  /// The first scans in the bytes, if they are a progressive JPEG.
  private(set) var firstScans = FirstScans()
  /// Whether a picture was decoded from them that shows as much as the whole would.
  var isShown = false
  /// The size of the whole body, once a server has announced it.
  private(set) var expectedBytes: Int?

  init(resuming earlier: PartialDownload? = nil) {
    self.earlier = earlier
  }

  /// The condition for the next request.
  var condition: DataRequest.Condition {
    guard let earlier else { return .none }
    return .from(offset: earlier.bytes.count, ifMatching: earlier.validators)
  }

  /// Whether it resumes partial data.
  var isResumed: Bool { head?.status == 206 }

  /// Whether a resumed body has more bytes than announced, so that the rest is not worth receiving.
  var isOverlong: Bool { isResumed && bytes.count > expectedBytes ?? .max }

  var receivedBytes: Int { bytes.count }

  /// The bytes that this transfer has brought, without partial data from an earlier one.
  var fetchedBytes: Int { bytes.count - (isResumed ? earlier?.bytes.count ?? 0 : 0) }

  var progress: ImageProgress {
    ImageProgress(
      receivedBytes: receivedBytes, expectedBytes: expectedBytes, fetchedBytes: fetchedBytes)
  }

  /// The progress before the first byte of this transfer.
  var progressAtStart: ImageProgress {
    ImageProgress(
      receivedBytes: earlier?.bytes.count ?? 0, expectedBytes: earlier?.totalBytes, fetchedBytes: 0)
  }

  /// The partial data that a later transfer can resume after this one has failed.
  ///
  /// If this attempt brought no body, it is the earlier partial data.
  var partial: PartialDownload? {
    guard let head else { return earlier }
    return PartialDownload(bytes, of: expectedBytes, head)
  }
}

// MARK: - Receiving

extension Download {
  /// Accepts the head of the response.
  ///
  /// - Throws: `.resumption` if the part doesn't fit the partial data, and an unconditional request
  ///   may succeed. `.status` if the response has no body.
  mutating func accept(_ head: ResponseHead) throws(ImageError) {
    guard head.hasBody else { throw .status(head.status) }
    if head.status == 206 {
      guard let earlier else { throw .status(head.status) }
      let range = try head.range(from: earlier.bytes.count)
      try earlier.check(range, head)
      expectedBytes = range.last + 1
      bytes = earlier.bytes
    } else {
      expectedBytes = head.expectedBytes
      bytes = Data()
    }
    self.head = head
    firstScans = FirstScans()
    // The announced size is not trusted for more than this.
    bytes.reserveCapacity(min(expectedBytes ?? 0, 1 << 20))
  }

  mutating func append(_ chunk: Data) {
    bytes.append(chunk)
    bytes.withUnsafeBytes { firstScans.find(in: $0) }
  }

  /// Returns the whole body once its transfer has ended.
  func finish() throws(ImageError) -> Data {
    if let expectedBytes, bytes.count < expectedBytes {
      throw .truncated(bytes: bytes.count, expected: expectedBytes)
    }
    if isOverlong {
      throw .resumption(reason: "the server sent more than it announced")
    }
    if bytes.isEmpty { throw .empty }
    return bytes
  }
}

extension ResponseHead {
  /// Returns the range of a 206 response, after checking that it begins at the requested offset.
  fileprivate func range(from offset: Int) throws(ImageError) -> ContentRange {
    guard let range = contentRange else {
      throw .resumption(reason: "the server sent no valid Content-Range")
    }
    guard range.first == offset else {
      throw .resumption(reason: "asked for byte \(offset), got byte \(range.first)")
    }
    guard expectedBytes ?? range.count == range.count else {
      throw .resumption(reason: "the part's length does not match its range")
    }
    guard contentEncoding == nil else { throw .resumption(reason: "the part is compressed") }
    if fields["Content-Type"]?.lowercased().hasPrefix("multipart/") == true {
      throw .resumption(reason: "the server sent a multipart body")
    }
    return range
  }
}

extension PartialDownload {
  /// Checks that a 206 response has all the rest of the same version.
  fileprivate func check(_ range: ContentRange, _ head: ResponseHead) throws(ImageError) {
    guard isValidator(of: head) else { throw .resumption(reason: "the file has changed") }
    let end = range.last + 1
    guard end == range.total ?? end, end == totalBytes ?? end else {
      throw .resumption(
        reason: "the part ends at byte \(end) of \(totalBytes ?? range.total ?? end)")
    }
  }

  /// Whether a response is of the same version as the partial data.
  private func isValidator(of head: ResponseHead) -> Bool {
    let now = Validators(head.fields)
    if let entityTag = validators.entityTag { return now.entityTag == entityTag }
    return now.entityTag == nil && now.lastModified == validators.lastModified
  }
}

/// The range of a partial body: `bytes 500-999/1234`, or `/*` if the total is unknown (RFC 9110, 14.4).
struct ContentRange: Hashable, Sendable {
  let first: Int
  let last: Int
  /// The size of the whole body, if the server knows it.
  let total: Int?

  /// The number of bytes in the range.
  var count: Int { last - first + 1 }

  /// Parses the field; returns nil if it is malformed, inconsistent or in another unit.
  init?(_ field: String) {
    let words = field.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    // `last` must be less than `Int.max`, so that one can be added.
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
      first <= last, last < Int.max
    else { return nil }
    let total = Self.number(parts[1])
    if total == nil, parts[1] != "*" { return nil }
    if let total, last >= total { return nil }
    self.first = first
    self.last = last
    self.total = total
  }

  /// Parses digits only: `Int` would accept a sign too.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}

/// The progress of a load's transfer.
public struct ImageProgress: Hashable, Sendable {
  /// The number of bytes received, including those of earlier attempts.
  public let receivedBytes: Int
  /// The size of the whole body, once known.
  public let expectedBytes: Int?
  /// The number of bytes received by this attempt.
  public let fetchedBytes: Int

  /// Creates a progress.
  ///
  /// - Parameters:
  ///   - receivedBytes: the bytes received, including those of earlier attempts.
  ///   - expectedBytes: the size of the whole body; nil if unknown.
  ///   - fetchedBytes: the bytes received by this attempt; by default, all of them.
  public init(receivedBytes: Int, expectedBytes: Int?, fetchedBytes: Int? = nil) {
    self.receivedBytes = receivedBytes
    self.expectedBytes = expectedBytes
    self.fetchedBytes = fetchedBytes ?? receivedBytes
  }

  /// The fraction received, from 0 to 1; 0 while the size of the whole is unknown.
  public var fraction: Double {
    guard let expectedBytes, expectedBytes > 0 else { return 0 }
    return min(1, Double(receivedBytes) / Double(expectedBytes))
  }
}
