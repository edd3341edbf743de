import CZlib
import Raster

/// Writes PNG files (ISO/IEC 15948) for terminals: 24-bit, lightly compressed.
enum PNGFile {
  /// A file of red, green, and blue bytes, row by row.
  ///
  /// - Complexity: O(bytes).
  static func bytes(of rgb: UnsafeRawBufferPointer, _ size: PixelSize) -> [UInt8] {
    let header = bigEndian(UInt32(size.width)) + bigEndian(UInt32(size.height)) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", header) + chunk("IDAT", filtered(rgb, size).withUnsafeBytes(Deflation.whole))
      + chunk("IEND", [])
  }

  /// The rows with each byte as a difference to the pixel on the left (filter 1).
  private static func filtered(_ rgb: UnsafeRawBufferPointer, _ size: PixelSize) -> [UInt8] {
    let line = 3 * size.width
    return [UInt8](unsafeUninitializedCapacity: (line + 1) * size.height) { target, count in
      for y in 0..<size.height {
        let (source, place) = (y * line, y * (line + 1) + 1)
        target[place - 1] = 1
        for x in 0..<line {
          target[place + x] = rgb[source + x] &- (x < 3 ? 0 : rgb[source + x - 3])
        }
      }
      count = (line + 1) * size.height
    }
  }

  private static func chunk(_ name: StaticString, _ data: [UInt8]) -> [UInt8] {
    let body = name.withUTF8Buffer(Array.init) + data
    let check = crc32(0, body, uInt(body.count))
    return bigEndian(UInt32(data.count)) + body + bigEndian(UInt32(check))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian, Array.init)
  }
}
