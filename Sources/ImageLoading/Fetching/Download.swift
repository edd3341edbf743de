import DiskCache
import FoundationEssentials
import ImageDecoding

/// One body as it comes; perhaps the rest of one that came in part before.
///
/// The bytes from a server go behind the earlier ones only if they start at exactly that byte of
/// exactly that version. If a server sends the whole instead, the whole replaces the part.
struct Download: Sendable {
  private let earlier: PartialDownload?
  private var head: ResponseHead?

  /// The bytes that are here, from the first one on.
  private(set) var bytes = Data()
  /// The first scans among them, if they are of a progressive JPEG.
  private(set) var firstScans = FirstScans()
  /// Whether a picture was made of them that shows as much as the whole would.
  var isShown = false
  /// The size of the whole, once a server has announced it.
  private(set) var expectedBytes: Int?

  init(resuming earlier: PartialDownload? = nil) {
    self.earlier = earlier
  }

  /// The condition for the next request.
  var condition: DataRequest.Condition {
    guard let earlier else { return .none }
    return .from(offset: earlier.bytes.count, ifMatching: earlier.validators)
  }

  /// Whether it continues what was there before.
  var isResumed: Bool { head?.status == 206 }

  /// Whether more has come than the server announced: what follows is not worth receiving.
  var isOverlong: Bool { isResumed && bytes.count > expectedBytes ?? .max }

  var receivedBytes: Int { bytes.count }

  /// The bytes that this transfer brought, without those of an earlier one.
  var fetchedBytes: Int { bytes.count - (isResumed ? earlier?.bytes.count ?? 0 : 0) }

  var progress: ImageProgress {
    ImageProgress(
      receivedBytes: receivedBytes, expectedBytes: expectedBytes, fetchedBytes: fetchedBytes)
  }

  /// The progress before this transfer brings anything.
  var progressAtStart: ImageProgress {
    ImageProgress(
      receivedBytes: earlier?.bytes.count ?? 0, expectedBytes: earlier?.totalBytes, fetchedBytes: 0)
  }

  /// The part that a later transfer can continue, now that this one has ended too early.
  ///
  /// An attempt that brought no body leaves the earlier part in place.
  var partial: PartialDownload? {
    guard let head else { return earlier }
    return PartialDownload(bytes, of: expectedBytes, head)
  }
}

// MARK: - What comes

extension Download {
  /// Takes the head of the response.
  ///
  /// - Throws: `.resumption` for a rest that does not fit: a request without a condition may then
  ///   succeed. `.status` for a response that no body follows.
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
    // The announcement is not trusted with more than this at once.
    bytes.reserveCapacity(min(expectedBytes ?? 0, 1 << 20))
  }

  mutating func append(_ chunk: Data) {
    bytes.append(chunk)
    bytes.withUnsafeBytes { firstScans.find(in: $0) }
  }

  /// The whole body, now that its transfer has ended well.
  func finish() throws(ImageError) -> Data {
    if let expectedBytes, bytes.count < expectedBytes {
      throw .truncated(bytes: bytes.count, expected: expectedBytes)
    }
    if isOverlong {
      throw .resumption(reason: "more came than was announced")
    }
    if bytes.isEmpty { throw .empty }
    return bytes
  }
}

extension ResponseHead {
  /// The part that a 206 brings, after a check that it begins where it was asked to.
  fileprivate func range(from offset: Int) throws(ImageError) -> ContentRange {
    guard let range = contentRange else {
      throw .resumption(reason: "the server does not say which part it sends")
    }
    guard range.first == offset else {
      throw .resumption(reason: "asked for byte \(offset), got byte \(range.first)")
    }
    guard expectedBytes ?? range.count == range.count else {
      throw .resumption(reason: "the part is not as long as the server says")
    }
    guard contentEncoding == nil else { throw .resumption(reason: "the part is compressed") }
    if fields["Content-Type"]?.lowercased().hasPrefix("multipart/") == true {
      throw .resumption(reason: "the part is wrapped")
    }
    return range
  }
}

extension PartialDownload {
  /// Checks that a 206 is all the rest of the same version as this beginning.
  fileprivate func check(_ range: ContentRange, _ head: ResponseHead) throws(ImageError) {
    guard isValidator(of: head) else { throw .resumption(reason: "the file has changed") }
    let end = range.last + 1
    guard end == range.total ?? end, end == totalBytes ?? end else {
      throw .resumption(
        reason: "the part ends at byte \(end) of \(totalBytes ?? range.total ?? end)")
    }
  }

  /// Whether a response is of the same version as this beginning.
  private func isValidator(of head: ResponseHead) -> Bool {
    let now = Validators(head.fields)
    if let entityTag = validators.entityTag { return now.entityTag == entityTag }
    return now.entityTag == nil && now.lastModified == validators.lastModified
  }
}

/// Which part of a whole a body is: `bytes 500-999/1234`, or `/*` where the whole is unknown
/// (RFC 9110, 14.4).
struct ContentRange: Hashable, Sendable {
  let first: Int
  let last: Int
  /// The size of the whole, if the server knows it.
  let total: Int?

  /// How many bytes the part has.
  var count: Int { last - first + 1 }

  /// Parses the field; nil where it is broken or of another unit, or contradicts itself.
  init?(_ field: String) {
    let words = field.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    // Below the largest number, so that one more can be counted.
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

  /// Digits only: `Int` would take a sign too.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}

/// How far a load's transfer has got.
public struct ImageProgress: Hashable, Sendable {
  /// What is here, parts of earlier attempts included.
  public let receivedBytes: Int
  /// The size of the whole, once it is known.
  public let expectedBytes: Int?
  /// What this attempt's transfer has brought.
  public let fetchedBytes: Int

  /// Makes a progress of known values.
  ///
  /// - Parameters:
  ///   - receivedBytes: the bytes that have come, those of earlier attempts included.
  ///   - expectedBytes: the bytes of the whole; nil if they are not known.
  ///   - fetchedBytes: nil, the default, if no part is of an earlier attempt.
  public init(receivedBytes: Int, expectedBytes: Int?, fetchedBytes: Int? = nil) {
    self.receivedBytes = receivedBytes
    self.expectedBytes = expectedBytes
    self.fetchedBytes = fetchedBytes ?? receivedBytes
  }

  /// Between 0 and 1; 0 as long as the size of the whole is unknown.
  public var fraction: Double {
    guard let expectedBytes, expectedBytes > 0 else { return 0 }
    return min(1, Double(receivedBytes) / Double(expectedBytes))
  }
}
