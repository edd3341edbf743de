import Raster

/// The part of a JPEG file before the coded data, as far as available.
///
/// See ITU T.81, B.1.
package struct JPEGHeader {
  private static let startOfScan: UInt8 = 0xDA
  private static let exifMarker: UInt8 = 0xE1
  private static let exifName: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

  /// The stored size; nil until the frame's header is available.
  package private(set) var size: PixelSize?
  private(set) var isProgressive = false
  /// Whether the frame is of a supported kind: eight bits, lossy.
  private(set) var isUsual = false
  /// The first EXIF block, if it is complete.
  private(set) var exif: UnsafeRawBufferPointer?
  /// Whether the header is complete, so that picture data may follow it.
  private(set) var isComplete = false

  /// Reads the beginning of a file; nil for another format.
  ///
  /// - Complexity: O(segments of the header), however long they are.
  package init?(_ bytes: UnsafeRawBufferPointer) { self.init(FileView(bytes)) }

  /// Reads the beginning of a file that is loaded on demand; nil for another format.
  ///
  /// - Parameter visit: gets the marker and the content of each segment.
  init?(_ view: FileView, visit: (UInt8, UnsafeRawBufferPointer) -> Void = { _, _ in }) {
    guard view.field(at: 0, length: 3)?.elementsEqual([0xFF, 0xD8, 0xFF]) == true else {
      return nil
    }
    var offset = 2
    while !isComplete, let segment = view.field(at: offset, length: 4), segment[0] == 0xFF {
      // Fill bytes may precede a marker.
      if segment[1] == 0xFF {
        offset += 1
        continue
      }
      let length = Int(segment[2]) << 8 + Int(segment[3])
      if let body = view.field(at: offset + 4, length: length - 2) {
        readSegment(body, of: segment[1])
        visit(segment[1], body)
        isComplete = segment[1] == Self.startOfScan
      }
      offset += 2 + length
    }
  }

  private mutating func readSegment(_ body: UnsafeRawBufferPointer, of marker: UInt8) {
    switch marker {
    case Self.exifMarker:
      if exif == nil, body.starts(with: Self.exifName) { exif = body }
    // Frame markers of all kinds; the others are Huffman and arithmetic coding tables, and a
    // reserved marker.
    case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
      guard let height = body.integer(at: 1, length: 2, order: .bigEndian),
        let width = body.integer(at: 3, length: 2, order: .bigEndian)
      else { return }
      size = PixelSize(width: width, height: height)
      isProgressive = marker & 3 == 2
      // The fourth marker of each group is lossless, and differential kinds have no picture of their own.
      isUsual = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker) && body.first == 8
    default: break
    }
  }
}
