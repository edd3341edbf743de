import DecodingTestSupport
import Raster

/// A PNG that a test writes, with chunks that say something of its colors.
struct PNGSketch {
  enum Channels: Int {
    case gray = 0
    case color = 2
    case alpha = 6

    fileprivate var count: Int { [.gray: 1, .color: 3, .alpha: 4][self] ?? 0 }
  }

  var channels = Channels.color
  var width: Int
  /// A byte for each channel, row by row.
  var samples: [UInt8]
  var chunks: [(name: String, body: [UInt8])] = []

  var bytes: [UInt8] {
    let stride = width * channels.count
    let rows = (0..<samples.count / stride).map { [0] + samples[$0 * stride..<($0 + 1) * stride] }
    let header =
      number(width, 4) + number(rows.count, 4) + [8, UInt8(channels.rawValue), 0, 0, 0]
    let all =
      [("IHDR", header)] + chunks + [("IDAT", Self.stored(Array(rows.joined()))), ("IEND", [])]
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + all.flatMap { Self.chunk($0.0, $0.1) }
  }

  mutating func embed(_ profile: [UInt8]) {
    chunks.append(("iCCP", Self.profileBody(profile)))
  }

  static func profileBody(_ profile: [UInt8]) -> [UInt8] {
    Array("profile\0\0".utf8) + stored(profile)
  }

  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let whole = Array(name.utf8) + body
    return number(body.count, 4) + whole + number(Int(crc32(whole[...])), 4)
  }

  /// A zlib stream of stored blocks (RFC 1950, 1951).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let blocks = stride(from: 0, to: bytes.count, by: 65_535).flatMap { start in
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let length = [UInt8(block.count & 255), UInt8(block.count >> 8)]
      let isLast: UInt8 = start + block.count == bytes.count ? 1 : 0
      return [isLast] + length + length.map { ~$0 } + block
    }
    return [0x78, 0x01] + blocks + number(high << 16 | low, 4)
  }
}

extension PNGSketch {
  /// Colors all over the cube of colors, 18 along each edge: every multiple of 15.
  static let grid: PNGSketch = {
    let steps = stride(from: UInt8(0), through: 255, by: 15)
    let samples = steps.flatMap { red in
      steps.flatMap { green in steps.flatMap { [red, green, $0] } }
    }
    return PNGSketch(width: 18, samples: samples)
  }()

  static let ramp = PNGSketch(channels: .gray, width: 16, samples: Array(0...255))
}
