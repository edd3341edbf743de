import FoundationEssentials
import Raster

/// The first scans of a progressive JPEG, found in the bytes received so far.
///
/// They contain the means of the picture's blocks: all of its detail at an eighth of its size (ITU T.81, B.1 and
/// G.1.1.1).
package struct FirstScans: Sendable {
  /// The most bits that the means may lack: one bit is half a quantization step.
  private static let missingBits: UInt8 = 1
  private static let endOfImage: [UInt8] = [0xFF, 0xD9]

  /// The end offset of these scans; nil until they are complete.
  package private(set) var end: Int?
  /// The offset of the next segment, or of the next byte of a scan's data.
  private var offset = 2
  private var isInScan = false
  /// Whether the file has no such scans.
  private var isAbsent = false
  private var frame = (size: PixelSize(width: 0, height: 0), orientation: Orientation.upright)
  private var componentCount = 0
  private var componentsWithMeans: Set<UInt8> = []

  package init() {}

  /// Whether a file consists only of such scans.
  package static func areAll(of file: UnsafeRawBufferPointer) -> Bool {
    var scans = FirstScans()
    scans.find(in: file)
    return scans.end == file.count - endOfImage.count
  }

  /// A file of these scans only, from the bytes in which they were found; nil unless they show all detail in the
  /// target.
  ///
  /// The target then has no more pixels than the picture has blocks.
  package func file(in bytes: Data, for target: ImageTarget) -> Data? {
    guard let end, end <= bytes.count else { return nil }
    let scaled = Framing(frame.size, in: target.stored(in: frame.orientation)).scaled
    guard scaled.width * 8 <= frame.size.width, scaled.height * 8 <= frame.size.height else {
      return nil
    }
    return bytes.prefix(end) + Self.endOfImage
  }

  /// Searches for their end in the beginning of a file, which grows between calls.
  ///
  /// - Complexity: O(new bytes).
  package mutating func find(in bytes: UnsafeRawBufferPointer) {
    if !isAbsent, end == nil { isAbsent = !search(bytes) }
  }

  /// Returns false once the file can't have such scans.
  private mutating func search(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 3 else { return true }
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return false }
    while true {
      if isInScan {
        guard bytes.skipScan(&offset) else { return true }
        isInScan = false
        if componentsWithMeans.count == componentCount {
          end = offset
          return true
        }
      }
      guard let segment = bytes.field(at: offset, length: 4) else { return true }
      guard segment[0] == 0xFF else { return false }
      // Fill bytes may precede a marker.
      if segment[1] == 0xFF {
        offset += 1
        continue
      }
      let length = Int(segment[2]) << 8 + Int(segment[3])
      guard length >= 2 else { return false }
      guard let body = bytes.field(at: offset + 4, length: length - 2) else { return true }
      offset += 2 + length
      switch segment[1] {
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment[1]):
        guard readFrame(body, in: bytes) else { return false }
      case 0xDA:
        guard readScanHeader(body) else { return false }
        isInScan = true
      default: break
      }
    }
  }

  /// Returns whether a frame is progressive.
  private mutating func readFrame(
    _ body: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    guard componentCount == 0, body.count > 5, let header = JPEGHeader(bytes),
      let size = header.size, header.isProgressive, header.isUsual
    else { return false }
    componentCount = Int(body[5])
    frame = (size, header.orientation)
    return componentCount > 0
  }

  /// Returns whether a scan has the means of its components with enough precision.
  private mutating func readScanHeader(_ body: UnsafeRawBufferPointer) -> Bool {
    guard componentCount > 0, let count = body.first.map(Int.init), body.count >= 4 + 2 * count
    else { return false }
    let (first, last, bits) = (body[1 + 2 * count], body[2 + 2 * count], body[3 + 2 * count])
    guard first == 0, last == 0, bits >> 4 == 0, bits & 15 <= Self.missingBits else { return false }
    (0..<count).forEach { componentsWithMeans.insert(body[1 + 2 * $0]) }
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// Advances to the marker after a scan's data; returns false if it has not arrived.
  fileprivate func skipScan(_ offset: inout Int) -> Bool {
    while offset + 1 < count {
      if self[offset] == 0xFF {
        switch self[offset + 1] {
        // A byte of data, restart markers, and fill bytes.
        case 0, 0xD0...0xD7, 0xFF: break
        default: return true
        }
      }
      offset += 1
    }
    return false
  }
}
