import CZlib

/// The bytes of a small PNG with texts.
package enum PNGSketch {
  package static func red(width: UInt32, height: UInt32, _ texts: [String: String]) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    func word(_ number: UInt32) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
    func add(_ kind: String, _ content: [UInt8]) {
      let body = Array(kind.utf8) + content
      bytes += word(UInt32(content.count)) + body
      bytes += word(UInt32(truncatingIfNeeded: crc32(0, body, UInt32(body.count))))
    }
    add("IHDR", word(width) + word(height) + [8, 2, 0, 0, 0])
    for (name, text) in texts { add("tEXt", Array(name.utf8) + [0] + Array(text.utf8)) }
    let row: [UInt8] = [0] + (0..<width).flatMap { _ in [255, 0, 0] as [UInt8] }
    let pixels = (0..<height).flatMap { _ in row }
    var packed = [UInt8](repeating: 0, count: pixels.count + 1_000)
    var count = UInt(packed.count)
    compress(&packed, &count, pixels, UInt(pixels.count))
    add("IDAT", Array(packed.prefix(Int(count))))
    add("IEND", [])
    return bytes
  }
}
