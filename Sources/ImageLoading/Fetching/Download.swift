import DiskCache
import FoundationEssentials

/// One body as it comes; perhaps the rest of one that came in part before.
///
/// The bytes from a server go behind the earlier ones only if they start at exactly that byte of
/// exactly that version. If a server sends the whole instead, the whole replaces the part.
struct Download: Sendable {
  /// Why a rest is not one of the earlier bytes, through no fault of the server.
  static let hasChanged = ImageError.resumption(reason: "the file has changed")

  private let earlier: PartialDownload?
  /// Where the wanted bytes end; nil if all are wanted.
  private let end: Int?
  private var head: ResponseHead?
  /// Where the part ends that a server sends; nil where it sends all to the end.
  private var partEnd: Int?

  /// The bytes that are here, from the first one on.
  private(set) var bytes = Data()
  /// The size of the whole, once a server has announced it.
  private var totalBytes: Int?

  /// - Parameter end: where the wanted bytes end; nil if all are wanted.
  init(resuming earlier: PartialDownload? = nil, before end: Int? = nil) {
    self.earlier = earlier
    self.end = end
  }

  /// The condition for the next request.
  var condition: DataRequest.Condition {
    guard let earlier else { return .none }
    return .from(offset: earlier.bytes.count, ifMatching: earlier.validators)
  }

  /// Whether it continues what was there before.
  var isResumed: Bool { earlier != nil && head?.status == 206 }

  /// How many bytes there will be at its end, once a server has announced that.
  var expectedBytes: Int? { partEnd ?? totalBytes }

  /// Whether a server sends less than was asked for, though there is more.
  var isCapped: Bool { partEnd.map { $0 < end ?? 0 } ?? false }

  /// Whether more has come than the server announced: what follows is not worth receiving.
  var isOverlong: Bool { head?.status == 206 && bytes.count > expectedBytes ?? .max }

  var receivedBytes: Int { bytes.count }

  /// The bytes that this transfer brought, without those of an earlier one.
  var fetchedBytes: Int { bytes.count - (isResumed ? earlier?.bytes.count ?? 0 : 0) }

  var progress: ImageProgress {
    ImageProgress(
      receivedBytes: receivedBytes, expectedBytes: expectedBytes, fetchedBytes: fetchedBytes)
  }

  /// The part that a later transfer can continue, now that this one has ended too early.
  ///
  /// An attempt that brought no body leaves the earlier part in place.
  var partial: PartialDownload? {
    guard let head else { return earlier }
    return PartialDownload(bytes, of: totalBytes, head)
  }

  /// The beginning that was asked for, now that it is here; nil if all is.
  var beginning: PartialDownload? { partEnd == bytes.count ? partial : nil }
}

// MARK: - What comes

extension Download {
  /// Takes the head of the response.
  ///
  /// - Throws: `.resumption` for a rest that does not fit: a request without a condition may then
  ///   succeed. `.status` for a response that no body follows.
  mutating func begin(_ head: ResponseHead) throws(ImageError) {
    guard head.hasBody else { throw .status(head.status) }
    if head.status == 206 {
      guard earlier != nil || end != nil else { throw .status(head.status) }
      let range = try head.range(from: earlier?.bytes.count ?? 0)
      try earlier?.check(range, head)
      try range.check(upTo: end, head)
      totalBytes = range.total ?? range.last + 1
      partEnd = range.last + 1 == totalBytes ? nil : range.last + 1
      bytes = earlier?.bytes ?? Data()
    } else {
      (totalBytes, partEnd) = (head.expectedBytes, nil)
      bytes = Data()
    }
    self.head = head
    // The announcement is not trusted with more than this at once.
    bytes.reserveCapacity(min(expectedBytes ?? 0, 1 << 20))
  }

  mutating func append(_ chunk: Data) {
    bytes.append(chunk)
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

extension ContentRange {
  /// Checks that it ends where it may: behind the last byte, or before `end` if the rest can be recognized later.
  fileprivate func check(upTo end: Int?, _ head: ResponseHead) throws(ImageError) {
    guard let end else {
      guard last + 1 == total ?? last + 1 else {
        throw .resumption(reason: "the part ends at byte \(last + 1) of \(total ?? last + 1)")
      }
      return
    }
    guard last < end else {
      throw .resumption(reason: "asked for bytes before \(end), got byte \(last)")
    }
    guard let total else {
      throw .resumption(reason: "the server does not say where the whole ends")
    }
    guard last + 1 == total || head.strongValidator != nil else {
      throw .resumption(reason: "nothing would tell a rest of this version from another's")
    }
  }
}

extension PartialDownload {
  /// Checks that a 206 is of the same version as this beginning.
  fileprivate func check(_ range: ContentRange, _ head: ResponseHead) throws(ImageError) {
    guard isValidator(of: head) else { throw Download.hasChanged }
    guard let totalBytes else { return }
    guard range.total ?? totalBytes == totalBytes, range.last < totalBytes else {
      throw .resumption(
        reason: "the whole has \(range.total ?? range.last + 1) bytes, and had \(totalBytes)")
    }
    guard range.total != nil || range.last + 1 == totalBytes else {
      throw .resumption(reason: "the part ends at byte \(range.last + 1) of \(totalBytes)")
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
