/// An EXIF block that a test writes: two directories, one of a thumbnail, and what they point to.
package struct ExifSketch {
  package enum Value {
    case text(String)
    case bytes([UInt8])
    case byte(Int)
    case short(Int)
    case long(Int)
    case fraction(Int, Int)
  }

  package var isBigEndian = false
  package var entries: [(tag: Int, value: Value)]
  /// The entries of the directory that the first one's tag 0x8769 points to, if there are any.
  package var details: [(tag: Int, value: Value)]

  /// The text of a directory that the details' tag 0xA005 points to: three letters.
  package var interoperability: String?

  /// The thumbnail, a JPEG with its own directory.
  package var thumbnail: [UInt8]?

  package init(
    entries: [(tag: Int, value: Value)] = [], details: [(tag: Int, value: Value)] = []
  ) {
    self.entries = entries
    self.details = details
  }

  /// A block like that of a photograph.
  package static var photo: ExifSketch {
    ExifSketch(
      entries: [
        (0x010F, .text("Maker ")), (0x0110, .text("Maker X100")), (0x0112, .short(6)),
        (0x0132, .text("2022:01:01 00:00:00")),
      ],
      details: [
        (0x829A, .fraction(10, 2_500)), (0x829D, .fraction(28, 10)), (0x8827, .short(400)),
        (0x9003, .text("2021:07:04 12:34:56")), (0x920A, .fraction(23, 1)),
        (0xA405, .short(35)), (0xA434, .text("23mm f/2")),
      ])
  }

  package var bytes: [UInt8] {
    let head = (isBigEndian ? Array("MM".utf8) : Array("II".utf8)) + number(42, 2) + number(8, 4)
    let firstLength = 2 + 12 * (entries.count + (details.isEmpty ? 0 : 1)) + 4
    let detailCount = details.count + (interoperability == nil ? 0 : 1)
    let secondLength = details.isEmpty ? 0 : 2 + 12 * detailCount + 4
    var heap: [UInt8] = []
    let thumbnailDirectory = head.count + firstLength + secondLength
    let thumbnailStart = thumbnailDirectory + (thumbnail == nil ? 0 : 2 + 12 * 3 + 4)
    let heapStart = thumbnailStart + (thumbnail?.count ?? 0)
    var first = entries
    if !details.isEmpty { first.append((0x8769, .long(head.count + firstLength))) }
    func directory(_ entries: [(tag: Int, value: Value)], next: Int = 0) -> [UInt8] {
      number(entries.count, 2)
        + entries.flatMap { field($0.tag, $0.value, heapStart: heapStart, &heap) } + number(next, 4)
    }
    var bytes = head + directory(first, next: thumbnail == nil ? 0 : thumbnailDirectory)
    if let interoperability, !details.isEmpty {
      // Three letters stand in place of an offset.
      heap = directory([(0x0001, .text(interoperability))])
      bytes += directory(details + [(0xA005, .long(heapStart))])
    } else if !details.isEmpty {
      bytes += directory(details)
    }
    if let thumbnail {
      bytes += directory([
        (0x0103, .short(6)), (0x0201, .long(thumbnailStart)), (0x0202, .long(thumbnail.count)),
      ])
      bytes += thumbnail
    }
    return bytes + heap
  }

  private func field(
    _ tag: Int, _ value: Value, heapStart: Int, _ heap: inout [UInt8]
  ) -> [UInt8] {
    let (kind, count, bytes): (Int, Int, [UInt8]) =
      switch value {
      case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
      case .bytes(let bytes): (7, bytes.count, bytes)
      case .byte(let value): (1, 1, [UInt8(value)])
      case .short(let value): (3, 1, number(value, 2))
      case .long(let value): (4, 1, number(value, 4))
      case .fraction(let numerator, let denominator):
        (5, 1, number(numerator, 4) + number(denominator, 4))
      }
    let head = number(tag, 2) + number(kind, 2) + number(count, 4)
    if bytes.count <= 4 { return head + bytes + Array(repeating: 0, count: 4 - bytes.count) }
    defer { heap += bytes }
    return head + number(heapStart + heap.count, 4)
  }

  private func number(_ value: Int, _ length: Int) -> [UInt8] {
    let little = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? little.reversed() : little
  }
}

extension [UInt8] {
  /// This JPEG with an EXIF block, which replaces any at its beginning.
  package func withExif(_ exif: ExifSketch) -> [UInt8] {
    let block = Array("Exif\0\0".utf8) + exif.bytes
    let length = block.count + 2
    return self[0..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + block + self[2...]
  }

  /// This JPEG with another size in the header of its frame.
  package func claiming(_ width: Int, _ height: Int) -> [UInt8] {
    var bytes = self
    var offset = 2
    while offset + 9 < bytes.count {
      if [0xC0, 0xC1, 0xC2].contains(bytes[offset + 1]) {
        bytes.replaceSubrange(
          offset + 5..<offset + 9,
          with: [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) })
        return bytes
      }
      offset += 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
    }
    return bytes
  }
}
