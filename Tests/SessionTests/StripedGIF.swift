import Foundation

/// An animated GIF, made by hand: colors 0 and 1 (black and white), without compression.
struct StripedGIF {
  let width: Int
  let height: Int
  let frames: Int

  var data: Data {
    var bytes = Array("GIF89a".utf8) + word(width) + word(height) + [0x80, 0, 0]
    bytes += [0, 0, 0, 255, 255, 255]
    for frame in 0..<frames {
      // A fifth of a second each.
      bytes += [0x21, 0xF9, 4, 4] + word(20) + [0, 0, 0x2C] + word(0) + word(0)
      bytes += word(width) + word(height) + [0]
      let isStriped = frame == frames - 1
      bytes += compressed((0..<width * height).map { isStriped ? $0 / width % 2 : frame % 2 })
    }
    return Data(bytes + [0x3B])
  }

  private func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  /// LZW with a clear code before every second pixel, so that codes never grow.
  private func compressed(_ pixels: [Int]) -> [UInt8] {
    let (clear, end) = (4, 5)
    var codes: [Int] = []
    for (index, pixel) in pixels.enumerated() {
      if index % 2 == 0 { codes.append(clear) }
      codes.append(pixel)
    }
    codes.append(end)
    var packed: [UInt8] = []
    var (bits, count) = (0, 0)
    for code in codes {
      bits |= code << count
      count += 3
      while count >= 8 {
        packed.append(UInt8(bits & 255))
        bits >>= 8
        count -= 8
      }
    }
    packed.append(UInt8(bits & 255))
    var blocks: [UInt8] = [2]
    for start in stride(from: 0, to: packed.count, by: 255) {
      let block = packed[start..<min(start + 255, packed.count)]
      blocks += [UInt8(block.count)] + block
    }
    return blocks + [0]
  }
}
