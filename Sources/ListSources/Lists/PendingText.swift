import Glibc

/// The part of a list's text in which entries have not been found yet.
struct PendingText {
  private static let blockBytes = 256 << 10

  /// The offset of the first byte in the list.
  private(set) var offset = 0
  private var bytes = [UInt8](repeating: 0, count: 2 * blockBytes)
  private var count = 0
  /// Whether the text begins inside an entry that is skipped.
  private var isSkipping = false

  /// Reads the next bytes.
  ///
  /// - Returns: the number of bytes, 0 at the end, or a negative error number.
  mutating func readNext(_ next: NextBytes) -> Int {
    if bytes.count - count < Self.blockBytes {
      bytes += [UInt8](repeating: 0, count: bytes.count)
    }
    let place = offset + count
    let end = min(bytes.count, count + max(Self.blockBytes, count))
    let more = bytes.withUnsafeMutableBytes {
      next(place, UnsafeMutableRawBufferPointer(rebasing: $0[count..<end]))
    }
    count += max(0, more)
    return more
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  /// Whether the last bytes contain a zero byte.
  func hasZero(inLast length: Int) -> Bool {
    withBytes { text in text[(count - length)...].place(of: 0) != nil }
  }

  /// Finds the complete entries in this text, and skips one that is too long.
  ///
  /// - Returns: the number of bytes that need not be scanned again.
  mutating func scan(
    by scanner: inout ListScanner?, isEnd: Bool, into batch: inout EntryBatch
  ) -> Int {
    var start = 0
    if isSkipping, let separator = scanner?.separator {
      let end = withBytes { $0[...].place(of: separator) }
      guard let end else { return count }
      isSkipping = false
      start = end + 1
    }
    let used = withBytes { text in
      let rest = UnsafeRawBufferPointer(rebasing: text[start...])
      return scanner?.scan(rest, isEnd: isEnd, into: &batch) ?? 0
    }
    for number in batch.ranges.indices where start > 0 {
      let range = batch.ranges[number]
      batch.ranges[number] = range.lowerBound + start..<range.upperBound + start
    }
    if used == 0, count - start > ListFormat.longestEntry {
      isSkipping = true
      if scanner?.separator == nil { batch.problem = "it is too long, or its end is missing" }
      return count
    }
    return start + used
  }

  /// Removes all bytes.
  mutating func removeAll() { removeFirst(count) }

  /// Removes the first bytes.
  mutating func removeFirst(_ length: Int) {
    if length == 0 { return }
    offset += length
    count -= length
    bytes.withUnsafeMutableBytes { bytes in
      if let base = bytes.baseAddress { memmove(base, base + length, count) }
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Returns the first index of a byte (memchr).
  package func place(of byte: UInt8) -> Int? {
    guard let base = base.baseAddress, !isEmpty,
      let place = memchr(base + startIndex, Int32(byte), count)
    else { return nil }
    return UnsafeRawPointer(place) - base
  }
}
