/// Where the parts of a JPEG are that may show it before its end, as far as it is there.
///
/// See ITU T.81, B.1. The first scans of a progressive picture hold the means of its blocks (G.1.1.1): all that
/// the picture has at an eighth of its size.
struct JPEGOutline {
  /// The offset behind the frame's header; nil until that is there.
  private(set) var headerEnd: Int?
  /// The offset behind the scans that hold the means of all components; nil until they are there.
  private(set) var meansEnd: Int?
  /// The offset behind the last part that has begun.
  private(set) var nextPart = 2

  private var isProgressive = false
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
      nextPart = offset + 2 + length
      guard let body = bytes.field(at: offset + 4, length: length - 2) else { return }
      offset = nextPart
      guard segment[1] == 0xDA else {
        note(body, of: segment[1])
        continue
      }
      guard isProgressive, let end = bytes.endOfScan(from: offset) else { return }
      note(scan: body)
      if componentsWithMeans.count >= components { meansEnd = end }
      offset = end
    }
  }

  private mutating func note(_ body: UnsafeRawBufferPointer, of marker: UInt8) {
    guard (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker), body.count > 5
    else { return }
    isProgressive = marker == 0xC2
    components = Int(body[5])
    headerEnd = nextPart
  }

  /// Notes the components of a scan, if it is the first of their means.
  private mutating func note(scan body: UnsafeRawBufferPointer) {
    guard let count = body.first.map(Int.init), body.count >= 4 + 2 * count else { return }
    let isOfMeans = body[1 + 2 * count] == 0 && body[3 + 2 * count] >> 4 == 0
    if isOfMeans { (0..<count).forEach { componentsWithMeans.insert(body[1 + 2 * $0]) } }
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
