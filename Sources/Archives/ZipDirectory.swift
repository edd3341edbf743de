/// The names of the files in a zip archive, and where their records are.
///
/// It is read from the end of the archive alone (APPNOTE 6.3.10, 4.3.6); no file in it is looked at.
package struct ZipDirectory {
  package static let mostEntries = 1_000_000
  static let longest = 256 << 20
  /// A record at the end, behind which stands a comment of up to 65,535 bytes.
  private static let endLength = 22
  private static let longestComment = 65_535
  /// The most bytes that files in an archive may have in all.
  private static let mostBytes = 1 << 44

  private let records: [UInt8]
  private let start: Int
  private let fileLength: Int
  package let count: Int

  /// Reads the directory of an archive, and checks its length.
  package init(path: [UInt8]) throws(ArchiveError) {
    let file = try ArchiveFile(path: path)
    fileLength = file.length
    let tailLength = min(file.length, Self.endLength + Self.longestComment)
    let tailStart = file.length - tailLength
    let tail = try file.read(tailStart, tailLength)
    guard let end = tail.withUnsafeBytes(Self.end) else { throw .notAnArchive }
    var found = try Self.place(in: tail, at: end, of: tailStart)
    if found == nil { found = try Self.longPlace(in: file, before: tailStart + end) }
    guard let place = found else { throw .damaged }
    guard place.count <= Self.mostEntries else { throw .tooManyEntries(place.count) }
    guard place.length <= Self.longest else { throw .directoryTooLong(place.length) }
    guard place.offset <= place.end - place.length else { throw .damaged }
    guard place.offset == place.end - place.length else { throw .hasPrefix }
    guard place.count <= place.length / ZipEntry.recordLength else { throw .damaged }
    start = place.offset
    count = place.count
    records = try file.read(place.offset, place.length)
  }

  /// Calls a function with the name of each file, and with where its record is.
  ///
  /// - Throws: if the records break off, or say what cannot be.
  package func forEach(
    _ body: (_ name: UnsafeRawBufferPointer, _ record: Int) -> Void
  ) throws(ArchiveError) {
    let failure = records.withUnsafeBytes { bytes -> ArchiveError? in
      var (place, packed, unpacked) = (0, 0, 0)
      for _ in 0..<count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
        guard var entry = ZipEntry(rest), entry.length <= rest.count,
          entry.readLongNumbers(in: rest), entry.packedSize <= fileLength, entry.place < start
        else { return .damaged }
        packed += entry.packedSize
        unpacked += min(entry.size, Self.mostBytes)
        // Files that share their bytes make more of few than any archive can hold.
        if packed > fileLength || unpacked > Self.mostBytes { return .bomb(bytes: unpacked) }
        let name = rest[ZipEntry.recordLength..<ZipEntry.recordLength + entry.nameLength]
        body(UnsafeRawBufferPointer(rebasing: name), start + place)
        place += entry.length
      }
      return nil
    }
    if let failure { throw failure }
  }

  // MARK: - The end of the archive

  private struct Place {
    let count: Int
    let length: Int
    let offset: Int
    /// The offset at which the directory must end.
    let end: Int
  }

  /// Returns the offset of the last record, whose comment reaches to the end.
  private static func end(_ tail: UnsafeRawBufferPointer) -> Int? {
    var place = tail.count - endLength
    while place >= 0 {
      if tail.number(place, 4) == 0x0605_4B50,
        place + endLength + tail.number(place + 20, 2) <= tail.count
      {
        return place
      }
      place -= 1
    }
    return nil
  }

  /// The place of the directory; nil if its numbers stand elsewhere, because one of them is too large.
  private static func place(
    in tail: [UInt8], at end: Int, of tailStart: Int
  ) throws(ArchiveError) -> Place? {
    let fields = tail.withUnsafeBytes { bytes in
      [(4, 2), (6, 2), (10, 2), (12, 4), (16, 4)].map { bytes.number(end + $0.0, $0.1) }
    }
    if fields[2] == 0xFFFF || fields[3] == 0xFFFF_FFFF || fields[4] == 0xFFFF_FFFF { return nil }
    guard fields[0] == 0, fields[1] == 0 else { throw .inSeveralParts }
    return Place(count: fields[2], length: fields[3], offset: fields[4], end: tailStart + end)
  }

  /// The place of a directory with long numbers (4.3.14 and 4.3.15).
  private static func longPlace(
    in file: ArchiveFile, before end: Int
  ) throws(ArchiveError) -> Place {
    let (locatorLength, recordLength) = (20, 56)
    guard end >= locatorLength else { throw .damaged }
    let locator = try file.read(end - locatorLength, locatorLength)
    let offset = locator.withUnsafeBytes { bytes in
      bytes.number(0, 4) == 0x0706_4B50 && bytes[15] < 0x40 ? bytes.number(8, 8) : -1
    }
    guard 0...max(0, end - locatorLength - recordLength) ~= offset else { throw .damaged }
    let record = try file.read(offset, recordLength)
    let fields = record.withUnsafeBytes { bytes -> [Int] in
      guard bytes.number(0, 4) == 0x0606_4B50 else { return [] }
      return [32, 40, 48].map { bytes[$0 + 7] < 0x40 ? bytes.number($0, 8) : -1 }
    }
    guard fields.count == 3, fields.allSatisfy({ $0 >= 0 }) else { throw .damaged }
    return Place(count: fields[0], length: fields[1], offset: fields[2], end: offset)
  }
}
