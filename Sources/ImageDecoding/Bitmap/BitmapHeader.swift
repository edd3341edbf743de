import Raster

/// The part of a BMP before its pixels: the file header and an information header.
///
/// The latter ranges from OS/2's 12 bytes to the 124 of version 5 (Microsoft, "Bitmap Header
/// Types").
struct BitmapHeader {
  enum Compression: Int {
    case none
    case runsOfBytes
    case runsOfNibbles
    case masks
    case masksWithAlpha = 6
  }

  private static let fileHeaderLength = 14
  private static let coreHeaderLength = 12
  /// The offset of the masks, in a longer header or after a 40-byte one.
  private static let masksOffset = 54

  let size: PixelSize
  /// Whether the first stored row is the top one instead of the bottom one.
  let isTopDown: Bool
  let bitsPerPixel: Int
  let compression: Compression
  /// A color for every possible index of a pixel; empty if pixels contain colors.
  let palette: [UInt32]
  /// The masks of blue, green, red and alpha, if pixels are words of 16 or 32 bits.
  let masks: [ChannelMask?]
  /// The offset of the pixels, possibly outside the file: as stated, unless that is inside the header.
  let pixelsOffset: Int

  /// Reads the header and checks its consistency; sizes are not limited yet.
  init(_ bytes: UnsafeRawBufferPointer) throws(ImageDecodingError) {
    guard let stated = bytes.integer(at: 10, length: 4),
      let length = bytes.integer(at: Self.fileHeaderLength, length: 4)
    else { throw .corruptBitmap("it ends inside its header") }
    let isCore = length == Self.coreHeaderLength
    if !isCore && length < 16 { throw .corruptBitmap("its header is of an unknown kind") }
    let fields = Fields(bytes, isCore: isCore)
    guard let width = fields.width, let height = fields.height, let bits = fields.bitsPerPixel
    else { throw .corruptBitmap("it ends inside its header") }

    size = PixelSize(width: width, height: abs(height))
    isTopDown = height < 0
    bitsPerPixel = bits
    compression = try Self.compression(
      length >= 20 ? bytes.integer(at: 30, length: 4) : 0, bitsPerPixel: bits)
    if isTopDown && (compression == .runsOfBytes || compression == .runsOfNibbles) {
      throw .corruptBitmap("its rows are in an order that its compression does not allow")
    }
    let headerEnd = Self.fileHeaderLength + length
    let entryLength = isCore ? 3 : 4
    let used = length >= 36 ? bytes.integer(at: 46, length: 4) : nil
    palette =
      bits > 8
      ? []
      : Self.palette(
        bytes.dropFirst(headerEnd), entryLength: entryLength, used: used, possible: 1 << bits)
    if stated < headerEnd {
      let masksLength = length == 40 && compression == .masks ? 12 : 0
      let colors = used.flatMap { 1...256 ~= $0 ? $0 : nil } ?? palette.count
      pixelsOffset = headerEnd + masksLength + colors * entryLength
    } else {
      pixelsOffset = stated
    }
    switch compression {
    case .masks, .masksWithAlpha:
      let hasAlpha = length >= 56 || compression == .masksWithAlpha
      masks = [8, 4, 0, 12].map { place in
        if place == 12 && !hasAlpha { return nil }
        return bytes.integer(at: Self.masksOffset + place, length: 4)
          .flatMap { ChannelMask(UInt32($0)) }
      }
    case .none, .runsOfBytes, .runsOfNibbles:
      let masks: [UInt32] = bits == 16 ? [0x1F, 0x3E0, 0x7C00, 0] : [0xFF, 0xFF00, 0xFF_0000, 0]
      self.masks = masks.map(ChannelMask.init)
    }
  }

  private static func compression(
    _ code: Int?, bitsPerPixel: Int
  ) throws(ImageDecodingError) -> Compression {
    guard let compression = code.flatMap(Compression.init) else {
      throw .corruptBitmap("its compression is unknown")
    }
    let possible =
      switch compression {
      case .none: [1, 2, 4, 8, 16, 24, 32]
      case .runsOfBytes: [8]
      case .runsOfNibbles: [4]
      case .masks, .masksWithAlpha: [16, 32]
      }
    if possible.contains(bitsPerPixel) { return compression }
    throw .corruptBitmap("its pixels have an unknown form")
  }

  /// Reads a color for every possible index; missing colors are black.
  private static func palette(
    _ bytes: Slice<UnsafeRawBufferPointer>, entryLength: Int, used: Int?, possible: Int
  ) -> [UInt32] {
    let entries = UnsafeRawBufferPointer(rebasing: bytes)
    let count = if let used, 1...possible ~= used { used } else { possible }
    return (0..<possible).map { index in
      let color =
        index < count ? entries.integer(at: index * entryLength, length: 3) : nil
      return 0xFF00_0000 | UInt32(color ?? 0)
    }
  }
}

/// The fields that differ between OS/2's first header and all later ones.
private struct Fields {
  let width: Int?
  /// The height; negative if the rows are stored from the top down.
  let height: Int?
  let bitsPerPixel: Int?

  init(_ bytes: UnsafeRawBufferPointer, isCore: Bool) {
    if isCore {
      width = bytes.integer(at: 18, length: 2)
      height = bytes.integer(at: 20, length: 2)
      bitsPerPixel = bytes.integer(at: 24, length: 2)
    } else {
      width = bytes.integer(at: 18, length: 4)
      height = bytes.integer(at: 22, length: 4).map { Int(Int32(truncatingIfNeeded: $0)) }
      bitsPerPixel = bytes.integer(at: 28, length: 2)
    }
  }
}

extension ImageDecodingError {
  /// Creates an error about a BMP.
  static func corruptBitmap(_ reason: String) -> ImageDecodingError {
    .corrupt(format: ImageFormat.bmp.rawValue, reason: reason)
  }
}

/// The bits of a bitmap's pixel that contain one color channel or alpha.
struct ChannelMask {
  private let mask: UInt32
  private let shift: UInt32
  /// The value from 0 to 255 for each content of the bits; only the eight highest bits count.
  private let values: [UInt8]

  /// Creates the channel of a mask; nil for a mask without bits.
  init?(_ mask: UInt32) {
    if mask == 0 { return nil }
    let lowest = mask.trailingZeroBitCount
    let bits = UInt32.bitWidth - mask.leadingZeroBitCount - lowest
    self.mask = mask
    shift = UInt32(lowest + max(0, bits - 8))
    let highest = Int(mask >> shift)
    values = (0...highest).map { UInt8(($0 * 255 + highest / 2) / highest) }
  }

  func value(of pixel: UInt32) -> UInt32 {
    UInt32(values[Int((pixel & mask) >> shift)])
  }
}
