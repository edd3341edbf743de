import CZlib

/// Pads a file with bytes that decoders ignore: chunks of an unknown type in a PNG, comments in a JPEG.
///
/// The padding precedes the pixels, so that a part of a padded file shows as little as a part of a large one. If the
/// beginning of a file should be displayable, the padding follows that.
struct FilePadding {
  private let format: PictureFormat

  init(_ format: PictureFormat) {
    self.format = format
  }

  /// Pads a file to exactly `bytes`, if it is shorter by at least the shortest padding.
  ///
  /// - Complexity: O(bytes).
  func pad(_ file: inout [UInt8], to bytes: Int) {
    guard let start = startOfPadding(in: file), bytes - file.count >= leastPiece else { return }
    file.insert(contentsOf: padding(bytes - file.count), at: start)
  }

  private func padding(_ count: Int) -> [UInt8] {
    var padding: [UInt8] = []
    padding.reserveCapacity(count)
    var left = count
    while left > 0 {
      // The rest must be long enough for another piece.
      let length = left > longestPiece ? min(longestPiece, left - leastPiece) : left
      padding += piece(length)
      left -= length
    }
    return padding
  }

  private var leastPiece: Int {
    switch format {
    case .png: 12
    case .jpeg, .progressive: 4
    }
  }

  /// The longest piece: JPEG segments have 16-bit lengths, and decoders may reject chunks of many megabytes.
  private var longestPiece: Int { 65_536 }

  /// The offset after a PNG's signature and its first chunk of 25 bytes, or after a JPEG's first marker and its JFIF
  /// segment.
  ///
  /// In a progressive file, the padding follows the first scan, so that its header arrives soon.
  private func startOfPadding(in file: [UInt8]) -> Int? {
    switch format {
    case .png: file.count > 33 ? 33 : nil
    case .jpeg: JPEGSegment(in: file, at: 2)?.end
    case .progressive: JPEGSegment.firstScan(in: file)?.endOfScan(in: file)
    }
  }

  private func piece(_ bytes: Int) -> [UInt8] {
    switch format {
    case .png where bytes == longestPiece: Self.longestChunk
    case .png: Self.chunk(bytes)
    case .jpeg, .progressive: Self.comment(bytes)
    }
  }

  /// The usual piece of a long padding.
  private static let longestChunk = chunk(65_536)

  /// A chunk that is ancillary, private and safe to copy, by the case of its letters (PNG specification, 5.4).
  private static func chunk(_ bytes: Int) -> [UInt8] {
    let content = bytes - 12
    let name = Array("fiLl".utf8)
    let checked = name + [UInt8](repeating: 0, count: content)
    return bigEndian(UInt32(content)) + checked + bigEndian(checksum(of: checked))
  }

  /// The CRC-32 of a chunk's type and content (PNG specification, annex D).
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32(0, bytes, uInt(bytes.count)))
  }

  /// A comment segment: the marker, a length that includes itself, and zeros.
  private static func comment(_ bytes: Int) -> [UInt8] {
    let length = bytes - 2
    return [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)]
      + [UInt8](repeating: 0, count: bytes - 4)
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
