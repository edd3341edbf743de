import Glibc

/// The text of a list from where its entries are not found yet.
struct PendingText {
  private static let blockBytes = 256 << 10

  /// The offset in the list of the first byte.
  private(set) var offset = 0
  private var bytes = [UInt8](repeating: 0, count: 2 * blockBytes)
  private var count = 0
  /// Whether it begins inside an entry that is left out.
  private var isSkipping = false

  /// Reads what comes next.
  ///
  /// - Returns: how many bytes came, 0 at the end, or a negative error number.
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

  /// Whether there is a zero byte among the last bytes.
  func hasZero(inLast length: Int) -> Bool {
    withBytes { text in text[(count - length)...].place(of: 0) != nil }
  }

  /// Finds the entries that end in this text, and leaves out one that is too long.
  ///
  /// - Returns: the count of bytes that need not be seen again.
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
      if scanner?.separator == nil { batch.problem = "it is too long, or has an end missing" }
      return count
    }
    return start + used
  }

  /// Forgets all bytes.
  mutating func removeAll() { removeFirst(count) }

  /// Forgets the first bytes.
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
  /// Where a byte is first, at many bytes a nanosecond.
  package func place(of byte: UInt8) -> Int? {
    guard let base = base.baseAddress, !isEmpty,
      let place = memchr(base + startIndex, Int32(byte), count)
    else { return nil }
    return UnsafeRawPointer(place) - base
  }
}
