/// A GIF that a test writes, byte by byte in the file format, with nothing compressed.
package struct GIFSketch {
  package struct Frame {
    package var left: Int
    package var top: Int
    package var width: Int
    package var height: Int
    /// The indices, row by row from the top.
    package var indices: [UInt8]
    package var disposal: UInt8 = 0
    package var transparent: UInt8?
    /// The delay in hundredths of a second.
    package var delay = 10
    /// The frame's own colors, 0xRRGGBB; their number is a power of two.
    package var palette: [UInt32] = []
    package var isInterlaced = false

    package init(left: Int = 0, top: Int = 0, width: Int, height: Int, indices: [UInt8]) {
      self.left = left
      self.top = top
      self.width = width
      self.height = height
      self.indices = indices
    }
  }

  package var width: Int
  package var height: Int
  /// The colors of frames without their own.
  package var palette: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00]
  package var repeats: Int?
  package var frames: [Frame] = []

  package init(width: Int, height: Int, repeats: Int? = nil) {
    self.width = width
    self.height = height
    self.repeats = repeats
  }

  package var bytes: [UInt8] {
    let netscape = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8)
    return Array("GIF89a".utf8) + Self.word(width) + Self.word(height)
      + [0x80 | Self.tableSize(palette), 0, 0] + Self.table(palette)
      + (repeats.map { netscape + [3, 1] + Self.word($0) + [0] } ?? [])
      + frames.flatMap(\.bytes) + [0x3B]
  }

  fileprivate static func word(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  fileprivate static func tableSize(_ palette: [UInt32]) -> UInt8 {
    UInt8(palette.count.trailingZeroBitCount - 1)
  }

  fileprivate static func table(_ palette: [UInt32]) -> [UInt8] {
    palette.flatMap { color in [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) } }
  }
}

extension GIFSketch.Frame {
  /// Makes a frame of one index.
  package init(_ width: Int, _ height: Int, filledWith index: UInt8) {
    self.init(
      width: width, height: height, indices: Array(repeating: index, count: width * height))
  }

  var bytes: [UInt8] {
    let flags = disposal << 2 | (transparent == nil ? 0 : 1)
    let control = [0x21, 0xF9, 4, flags] + GIFSketch.word(delay) + [transparent ?? 0, 0]
    let colors = palette.isEmpty ? 0 : 0x80 | GIFSketch.tableSize(palette)
    let header =
      [0x2C] + [left, top, width, height].flatMap(GIFSketch.word) + [
        colors | (isInterlaced ? 0x40 : 0)
      ]
    return control + header + GIFSketch.table(palette) + data
  }

  /// The indices as nine-bit codes; the code table is cleared before it would need more bits.
  private var data: [UInt8] {
    var bits: [Bool] = []
    func put(_ code: Int) { bits += (0..<9).map { code >> $0 & 1 == 1 } }
    for (place, index) in stored.enumerated() {
      if place.isMultiple(of: 200) { put(256) }
      put(Int(index))
    }
    put(257)
    let packed = stride(from: 0, to: bits.count, by: 8).map { start -> UInt8 in
      bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
    let blocks = stride(from: 0, to: packed.count, by: 255).flatMap { start -> [UInt8] in
      let block = packed[start..<min(start + 255, packed.count)]
      return [UInt8(block.count)] + Array(block)
    }
    return [8] + blocks + [0]
  }

  /// The indices in the order of the file.
  private var stored: [UInt8] {
    guard isInterlaced else { return indices }
    let lines = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { stride(from: $0, to: height, by: $1) }
    return lines.flatMap { indices[$0 * width..<($0 + 1) * width] }
  }
}

extension UInt32 {
  package static let red: UInt32 = 0xFFFF_0000
  package static let green: UInt32 = 0xFF00_FF00
  package static let blue: UInt32 = 0xFF00_00FF
}
