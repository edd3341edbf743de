import Raster

/// The part before the samples of a portable bit map, gray map, pixel map or arbitrary map.
///
/// See the pages pbm, pgm, ppm and pam of Netpbm.
struct PortableMapHeader {
  /// The encoding of samples.
  enum Encoding {
    /// Samples are decimal numbers.
    case numbers
    /// Samples are the digits 0, white, and 1, black.
    case digits
    /// Samples are the bits 0, white, and 1, black, each row padded to a whole byte.
    case bits
    case bytes
    /// Samples are two bytes, the high one first.
    case words
  }

  /// The longest header, including comments.
  private static let maxLength = 65_536

  let size: PixelSize
  let encoding: Encoding
  /// The samples per pixel: gray; gray and alpha; red, green and blue; or those and alpha.
  let channels: Int
  /// The sample that means white.
  let maximum: Int
  /// The length of the header, where the samples begin.
  let length: Int

  /// Reads the header; sizes are not limited yet.
  init(_ bytes: UnsafeRawBufferPointer) throws(ImageDecodingError) {
    let header = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.maxLength))
    var scanner = PortableMapScanner(header, from: 2)
    let kind = bytes.integer(at: 1, length: 1) ?? 0
    let fields =
      kind == Int(UInt8(ascii: "7"))
      ? Fields(arbitrary: &scanner) : Fields(kind: kind, &scanner)
    scanner.skipSeparator()
    guard let width = fields.width, let height = fields.height, let maximum = fields.maximum,
      let channels = fields.channels
    else { throw .corruptPortableMap("its header is incomplete") }
    guard 1...65_535 ~= maximum, 1...4 ~= channels else {
      throw .corruptPortableMap("its samples have an unknown form")
    }
    size = PixelSize(width: width, height: height)
    self.maximum = maximum
    self.channels = channels
    length = scanner.offset
    encoding =
      switch UInt8(truncatingIfNeeded: kind) {
      case UInt8(ascii: "1"): .digits
      case UInt8(ascii: "2"), UInt8(ascii: "3"): .numbers
      case UInt8(ascii: "4"): .bits
      default: maximum > 255 ? .words : .bytes
      }
  }
}

/// The numbers of a header that are present.
private struct Fields {
  var width: Int?
  var height: Int?
  var channels: Int?
  var maximum: Int?

  /// Reads width, height and, except for bit maps, the maximum, in this order.
  init(kind: Int, _ scanner: inout PortableMapScanner) {
    width = scanner.number()
    height = scanner.number()
    let isBitMap = kind == Int(UInt8(ascii: "1")) || kind == Int(UInt8(ascii: "4"))
    let isPixelMap = kind == Int(UInt8(ascii: "3")) || kind == Int(UInt8(ascii: "6"))
    maximum = isBitMap ? 1 : scanner.number()
    channels = isPixelMap ? 3 : 1
  }

  /// Reads named values in any order, up to ENDHDR.
  init(arbitrary scanner: inout PortableMapScanner) {
    while let name = scanner.word() {
      if name.elementsEqual("ENDHDR".utf8) { return }
      if name.elementsEqual("WIDTH".utf8) { width = scanner.number() }
      if name.elementsEqual("HEIGHT".utf8) { height = scanner.number() }
      if name.elementsEqual("DEPTH".utf8) { channels = scanner.number() }
      if name.elementsEqual("MAXVAL".utf8) { maximum = scanner.number() }
    }
  }
}

extension ImageDecodingError {
  /// Creates an error about a portable map.
  static func corruptPortableMap(_ reason: String) -> ImageDecodingError {
    .corrupt(format: ImageFormat.portableMap.rawValue, reason: reason)
  }
}
