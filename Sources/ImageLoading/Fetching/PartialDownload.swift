import DiskCache
import FoundationEssentials

/// The beginning of a body whose transfer broke off, and what proves that a rest belongs to it.
struct PartialDownload: Hashable, Sendable {
  /// What is here, from the first byte on.
  let bytes: Data
  /// Exactly one, a strong one: same validator, same bytes (RFC 9110, 8.8.1).
  let validators: Validators
  /// The size of the whole, if it was announced.
  let totalBytes: Int?

  /// Keeps what has come of a body, if a rest can be asked for and be recognised.
  ///
  /// - Parameters:
  ///   - bytes: all that there is of the body.
  ///   - head: that of the last response which brought some of it.
  init?(_ bytes: Data, of totalBytes: Int?, _ head: ResponseHead) {
    guard head.status == 200 || head.status == 206, head.contentEncoding == nil, !bytes.isEmpty,
      bytes.count < totalBytes ?? .max,
      head.fields["Accept-Ranges"]?.lowercased() != "none",
      let validator = head.strongValidator
    else { return nil }
    self.bytes = bytes
    self.totalBytes = totalBytes
    validators = validator
  }
}
