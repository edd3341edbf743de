extension ListDetection {
  /// The number of entries that decide.
  private static let decidingEntries = 4

  /// Whether the first entries of a text name pictures or URLs, so that it is a list and not prose.
  ///
  /// - Parameters:
  ///   - sample: the beginning of the text.
  ///   - isWhole: whether that is all of it.
  ///   - folder: where relative paths start.
  func namesPictures(in sample: [UInt8], isWhole: Bool, from folder: [UInt8]) -> Bool {
    let text = UTF16Decoder.utf8(of: sample)
    if text.contains(0) { return false }
    guard case .format(let format, let start) = find(in: text[...], isWhole: true) else {
      return false
    }
    var (scanner, batch) = (format.scanner, EntryBatch())
    _ = text.withUnsafeBytes {
      scanner.scan(UnsafeRawBufferPointer(rebasing: $0[start...]), isEnd: true, into: &batch)
    }
    // The last entry may be cut off, which matters where there are others.
    if !isWhole, batch.ranges.count > 1 { batch.ranges.removeLast() }
    let deciding = batch.ranges.prefix(Self.decidingEntries)
    return !deciding.isEmpty
      && deciding.allSatisfy { range in
        let bytes = text[(start + range.lowerBound)..<(start + range.upperBound)]
        guard let entry = try? format.entry(in: bytes) else { return false }
        return EntryTarget(entry.address, in: folder).isPicture
      }
  }
}
