/// Where the parts of a JPEG end that may show it before its end, as far as they are there.
///
/// See ITU T.81, B.1. The first scans of a progressive picture hold the means of its blocks (G.1.1.1): all that
/// the picture has at an eighth of its size.
struct JPEGOutline {
  /// The fewest bits that the means may still lack: with one, half a step of their quantization.
  private static let missingBits: UInt8 = 1

  /// The offset behind the header of the first scan; nil until that is there.
  private(set) var headerEnd: Int?
  /// The offset behind the scans that hold the means of all components; nil until they are there.
  private(set) var meansEnd: Int?
  /// Whether the means may come before the rest.
  private(set) var hasMeans = false
  /// The offset behind the last part that has begun.
  private(set) var nextPart = 2

  private var components = 0
  private var componentsWithMeans: Set<UInt8> = []

  /// Reads the beginning of a file; nil for another format.
  ///
  /// - Complexity: O(segments) up to the first scan; O(bytes) up to the last that is needed.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var offset = 2
    while meansEnd == nil, let segment = bytes.field(at: offset, length: 4), segment[0] == 0xFF {
      // Fill bytes may come before a marker.
      if segment[1] == 0xFF {
        offset += 1
        continue
      }
      let length = Int(segment[2]) << 8 + Int(segment[3])
      nextPart = max(nextPart, offset + 2 + length)
      guard length >= 2, let body = bytes.field(at: offset + 4, length: length - 2) else { return }
      offset += 2 + length
      guard segment[1] == 0xDA else {
        note(body, of: segment[1])
        continue
      }
      headerEnd = headerEnd ?? offset
      guard hasMeans, note(scan: body), let end = bytes.endOfScan(from: offset) else { return }
      if componentsWithMeans.count == components { meansEnd = end }
      offset = end
    }
  }

  private mutating func note(_ body: UnsafeRawBufferPointer, of marker: UInt8) {
    // A frame in scans: with Huffman's tables or by arithmetic coding.
    guard marker == 0xC2 || marker == 0xCA, body.count > 5 else { return }
    hasMeans = true
    components = Int(body[5])
  }

  /// Notes the components of a scan; returns whether it has their means, precisely enough.
  private mutating func note(scan body: UnsafeRawBufferPointer) -> Bool {
    guard let count = body.first.map(Int.init), body.count >= 4 + 2 * count else { return false }
    let (first, last, bits) = (body[1 + 2 * count], body[2 + 2 * count], body[3 + 2 * count])
    guard first == 0, last == 0, bits >> 4 == 0, bits & 15 <= Self.missingBits else {
      hasMeans = false
      return false
    }
    (0..<count).forEach { componentsWithMeans.insert(body[1 + 2 * $0]) }
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of the marker behind a scan's data; nil if it is not there.
  fileprivate func endOfScan(from start: Int) -> Int? {
    var offset = start
    while offset + 1 < count {
      if self[offset] == 0xFF {
        switch self[offset + 1] {
        // A byte of data, marks to restart from, and fill bytes.
        case 0, 0xD0...0xD7, 0xFF: break
        default: return offset
        }
      }
      offset += 1
    }
    return nil
  }
}
