import Raster

/// Reads the rows of a portable map.
///
/// It borrows the file's bytes, which must outlive it.
struct PortableMapReader: RowReading {
  let size: PixelSize
  let orientation = Orientation.upright
  private let header: PortableMapHeader
  private let bytes: UnsafeRawBufferPointer
  /// The levels from 0 to 255 for every sample up to the maximum.
  private let levels: [UInt8]
  /// The scanner for samples that are text.
  private var scanner: PortableMapScanner
  /// The samples of the current row.
  private var samples: [Int] = []
  private var nextRow = 0

  /// Reads the header, and checks the limits before allocating memory for pixels.
  init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(ImageDecodingError) {
    header = try PortableMapHeader(bytes)
    size = header.size
    try limits.admit(size, format: .portableMap)
    self.bytes = bytes
    scanner = PortableMapScanner(bytes, from: header.length)
    let maximum = header.maximum
    levels = (0...maximum).map { UInt8(($0 * 255 + maximum / 2) / maximum) }
  }

  mutating func startRows(atLeast minimum: PixelSize) -> PixelSize {
    samples = Array(repeating: 0, count: size.width * header.channels)
    return size
  }

  mutating func read(
    into row: UnsafeMutableBufferPointer<UInt32>
  ) throws(ImageDecodingError) -> RowProgress {
    if nextRow == size.height { return .ended }
    if !readSamples() {
      if nextRow == 0 { throw .corruptPortableMap("it ends before its first row") }
      return .ended
    }
    nextRow += 1
    for x in 0..<size.width { row[x] = pixel(x) }
    return .row
  }

  /// Reads the next row into `samples`; returns false if it is incomplete.
  private mutating func readSamples() -> Bool {
    switch header.encoding {
    case .numbers:
      for index in samples.indices {
        guard let number = scanner.number() else { return false }
        samples[index] = number
      }
    case .digits:
      for index in samples.indices {
        guard let digit = scanner.digit() else { return false }
        samples[index] = 1 - digit
      }
    case .bits:
      guard let stored = storedRow(length: (size.width + 7) / 8) else { return false }
      for index in samples.indices {
        samples[index] = 1 - Int(stored[index / 8] >> UInt8(7 - index % 8) & 1)
      }
    case .bytes:
      guard let stored = storedRow(length: samples.count) else { return false }
      for index in samples.indices { samples[index] = Int(stored[index]) }
    case .words:
      guard let stored = storedRow(length: samples.count * 2) else { return false }
      for index in samples.indices {
        samples[index] = Int(stored[index * 2]) << 8 | Int(stored[index * 2 + 1])
      }
    }
    return true
  }

  private func storedRow(length: Int) -> UnsafeRawBufferPointer? {
    bytes.field(at: header.length + nextRow * length, length: length)
  }

  private func pixel(_ x: Int) -> UInt32 {
    let start = x * header.channels
    let hasAlpha = header.channels.isMultiple(of: 2)
    let hasColor = header.channels > 2
    let red = level(samples[start])
    let green = hasColor ? level(samples[start + 1]) : red
    let blue = hasColor ? level(samples[start + 2]) : red
    let alpha = hasAlpha ? level(samples[start + header.channels - 1]) : 255
    return alpha << 24 | red << 16 | green << 8 | blue
  }

  private func level(_ sample: Int) -> UInt32 {
    UInt32(levels[max(0, min(sample, header.maximum))])
  }
}
