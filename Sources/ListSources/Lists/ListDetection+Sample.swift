extension ListDetection {
  /// The number of entries to check.
  private static let decidingEntries = 4

  /// Whether the first entries of a text refer to pictures or URLs, so that it is a list and not prose.
  ///
  /// At least one of them must exist, because lines of other texts may end with the name of a picture too.
  ///
  /// - Parameters:
  ///   - sample: the beginning of the text.
  ///   - isWhole: whether the sample is the whole text.
  ///   - folder: the folder for relative paths.
  package func namesPictures(in sample: [UInt8], isWhole: Bool, from folder: [UInt8]) -> Bool {
    let text = UTF16Decoder.utf8(of: sample)
    if text.contains(0) { return false }
    guard case .format(let format, let start) = find(in: text[...], isWhole: true) else {
      return false
    }
    var (scanner, batch) = (format.scanner, EntryBatch())
    _ = text.withUnsafeBytes {
      scanner.scan(UnsafeRawBufferPointer(rebasing: $0[start...]), isEnd: true, into: &batch)
    }
    // The last entry may be cut off; ignore it if there are others.
    if !isWhole, batch.ranges.count > 1 { batch.ranges.removeLast() }
    let deciding = batch.ranges.prefix(Self.decidingEntries).map { range in
      let bytes = text[(start + range.lowerBound)..<(start + range.upperBound)]
      return (try? format.entry(in: bytes)).map { EntryTarget($0.address, in: folder) }
    }
    return deciding.allSatisfy { $0?.isPicture == true }
      && deciding.contains { $0?.mayBeThere == true }
  }
}
