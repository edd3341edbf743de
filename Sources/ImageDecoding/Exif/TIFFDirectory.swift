/// The tagged values of one directory.
///
/// - Complexity: O(entries) for every value; only 1,024 entries are examined.
struct TIFFDirectory {
  private enum Kind: Int {
    case byte = 1
    case text
    case short
    case long
    case rational
    case undefined = 7
    case directory = 13
  }

  private static let entryLength = 12
  private static let maxEntries = 1_024

  private let file: TIFFFile
  private let firstEntry: Int
  private let entryCount: Int

  /// Reads a directory; nil if its entry count is not available.
  init?(in file: TIFFFile, at offset: Int) {
    guard let count = file.integer(at: offset, length: 2) else { return nil }
    self.file = file
    firstEntry = offset + 2
    entryCount = min(count, Self.maxEntries)
  }

  /// The next directory in the file; nil if there is none, or if this one has too many entries.
  var next: TIFFDirectory? { nextPlace.flatMap { TIFFDirectory(in: file, at: $0) } }

  /// The stated offset of the next directory.
  var nextPlace: Int? {
    guard entryCount < Self.maxEntries,
      let offset = file.integer(at: firstEntry + entryCount * Self.entryLength, length: 4),
      offset > 0
    else { return nil }
    return offset
  }

  /// The value of a tag with one 16-bit number.
  func short(_ tag: Int) -> UInt16? {
    guard let (kind, _, value) = entry(tag), kind == .short else { return nil }
    return file.integer(at: value, length: 2).map { UInt16($0) }
  }

  /// The first value of a tag with numbers of 8, 16 or 32 bits.
  func integer(_ tag: Int) -> Int? {
    guard let (kind, count, value) = entry(tag), count > 0 else { return nil }
    return switch kind {
    case .byte: file.integer(at: value, length: 1)
    case .short: file.integer(at: value, length: 2)
    case .long, .directory: file.integer(at: value, length: 4)
    case .text, .rational, .undefined: nil
    }
  }

  /// The values of a tag with 32-bit numbers, up to a limit; empty for other tags.
  func integers(_ tag: Int, limit: Int) -> [Int] {
    guard let (kind, count, value) = entry(tag), [.long, .directory].contains(kind),
      let place = count == 1 ? value : file.integer(at: value, length: 4)
    else { return [] }
    return (0..<min(count, limit)).compactMap { file.integer(at: place + 4 * $0, length: 4) }
  }

  /// The number of values of a tag; 0 if missing.
  func count(_ tag: Int) -> Int { entry(tag)?.count ?? 0 }

  /// The stated offset and length of a tag's bytes, if more than four; possibly outside the file.
  func block(_ tag: Int) -> (offset: Int, length: Int)? {
    guard let (kind, count, value) = entry(tag), [.byte, .undefined].contains(kind), count > 4
    else { return nil }
    return file.integer(at: value, length: 4).map { ($0, count) }
  }

  /// The first value of a tag with fractions; nil if its denominator is 0.
  func fraction(_ tag: Int) -> (numerator: Int, denominator: Int)? {
    guard let (kind, count, value) = entry(tag), kind == .rational, count > 0,
      let place = file.integer(at: value, length: 4),
      let numerator = file.integer(at: place, length: 4),
      let denominator = file.integer(at: place + 4, length: 4), denominator > 0
    else { return nil }
    return (numerator, denominator)
  }

  /// The text of a tag up to its first zero byte; invalid UTF-8 is replaced.
  ///
  /// - Parameter limit: the most bytes to read.
  func text(_ tag: Int, limit: Int) -> String? {
    guard entry(tag)?.kind == .text, let bytes = content(tag, limit: limit) else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The bytes of a tag with text or bytes; nil if they are not inside the file.
  ///
  /// - Parameter limit: the most bytes to read.
  func content(_ tag: Int, limit: Int) -> UnsafeRawBufferPointer? {
    guard let (kind, count, value) = entry(tag), [.text, .byte, .undefined].contains(kind),
      // A value of up to four bytes is stored in place of its offset.
      let place = count <= 4 ? value : file.integer(at: value, length: 4)
    else { return nil }
    return file.field(at: place, length: min(count, limit))
  }

  /// The directory to which a tag points.
  func directory(_ tag: Int) -> TIFFDirectory? {
    guard let (kind, _, value) = entry(tag), [.long, .directory, .undefined].contains(kind),
      let offset = file.integer(at: value, length: 4)
    else { return nil }
    return TIFFDirectory(in: file, at: offset)
  }

  /// The location of the value or of its offset, for the first entry of a tag.
  private func entry(_ tag: Int) -> (kind: Kind, count: Int, value: Int)? {
    for index in 0..<entryCount {
      let offset = firstEntry + index * Self.entryLength
      guard let found = file.integer(at: offset, length: 2) else { return nil }
      if found != tag { continue }
      guard let kind = file.integer(at: offset + 2, length: 2).flatMap(Kind.init),
        let count = file.integer(at: offset + 4, length: 4)
      else { return nil }
      return (kind, count, offset + 8)
    }
    return nil
  }
}
