import CZlib

/// Files and records with texts that a test writes, byte by byte.
package enum TextSketch {
  /// The number in bytes, most significant first.
  package static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  package typealias Segment = (marker: UInt8, content: [UInt8])
  package typealias Record = (record: UInt8, number: UInt8, content: [UInt8])
  package typealias Chunk = (type: String, content: [UInt8])

  /// A JPEG's header with these segments before its frame of 640x480, and no picture data.
  package static func jpeg(_ segments: [Segment]) -> [UInt8] {
    let frame: [UInt8] = [8] + big(480, 2) + big(640, 2) + [1, 1, 0x11, 0]
    var bytes: [UInt8] = [0xFF, 0xD8]
    for segment in segments + [(0xC0, frame), (0xDA, [1, 1, 0, 0, 63, 0])] {
      bytes += [0xFF, segment.marker] + big(segment.content.count + 2, 2)
      bytes += segment.content
    }
    return bytes
  }

  /// A JPEG's segment with IPTC records.
  package static func iptc(_ records: [Record]) -> Segment {
    var content: [UInt8] = []
    for record in records {
      content += [0x1C, record.record, record.number] + big(record.content.count, 2)
      content += record.content
    }
    var bytes = Array("Photoshop 3.0\0".utf8)
    bytes += Array("8BIM".utf8) + [4, 0x0C, 3] + Array("abc".utf8)
    bytes += big(1, 4) + [9, 0]
    bytes += Array("8BIM".utf8) + [4, 4, 0, 0]
    bytes += big(content.count, 4) + content
    return (0xED, bytes)
  }

  /// A JPEG's segment with XMP.
  package static func xmp(_ properties: String) -> Segment {
    (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet(properties).utf8))
  }

  package static func packet(_ properties: String, attributes: String = "") -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><!-- a > comment -->
    <rdf:Description rdf:about="" \(attributes)>\(properties)</rdf:Description></rdf:RDF>
    </x:xmpmeta><?xpacket end="w"?>
    """
  }

  /// A PNG of 640x480 with these chunks and no pixels.
  package static func png(_ chunks: [Chunk]) -> [UInt8] {
    let header: Chunk = ("IHDR", big(640, 4) + big(480, 4) + [8, 2, 0, 0, 0])
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for chunk in [header] + chunks + [("IEND", [])] {
      bytes += big(chunk.content.count, 4) + Array(chunk.type.utf8)
      bytes += chunk.content + [0, 0, 0, 0]
    }
    return bytes
  }

  /// A WebP of 640x480 with these chunks and no pixels.
  package static func webP(_ chunks: [Chunk]) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }
    let header: Chunk = ("VP8X", [12, 0, 0, 0] + little(639, 3) + little(479, 3))
    var body: [UInt8] = []
    for chunk in [header] + chunks {
      body += Array(chunk.type.utf8) + little(chunk.content.count, 4)
      body += chunk.content
      if !chunk.content.count.isMultiple(of: 2) { body.append(0) }
    }
    return Array("RIFF".utf8) + little(body.count + 4, 4) + Array("WEBP".utf8) + body
  }

  /// A text compressed by zlib.
  package static func compressed(_ text: [UInt8]) -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: text.count + 1_000)
    var count = UInt(packed.count)
    compress(&packed, &count, text, UInt(text.count))
    return Array(packed.prefix(Int(count)))
  }
}
