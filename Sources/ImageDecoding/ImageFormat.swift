import FoundationEssentials

/// A file format of pictures.
enum ImageFormat: String, CaseIterable {
  case jpeg = "JPEG"
  case png = "PNG"
  case webp = "WebP"
  case gif = "GIF"
  case bmp = "BMP"
  case portableMap = "PNM"
  case avif = "AVIF"
  case heic = "HEIC"
  case tiff = "TIFF"
  case raw = "RAW"
  case svg = "SVG"

  /// Detects a format by a file's first bytes, ignoring its name and content type.
  ///
  /// A camera's raw file differs from a TIFF only in the contents of its directories.
  init?(signatureOf bytes: UnsafeRawBufferPointer) {
    if CameraFile.mayBegin(with: bytes), CameraFile(bytes) != nil {
      self = .raw
    } else if let format = Self.signatures.first(where: { bytes.starts(with: $0.bytes) })?.format {
      self = format
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if Self.startsPortableMap(bytes) {
      self = .portableMap
    } else if let format = Self.brand(of: bytes) {
      self = format
    } else if SVGHeader(bytes) != nil {
      self = .svg
    } else {
      return nil
    }
  }

  private static let signatures: [(bytes: [UInt8], format: ImageFormat)] = [
    ([0xFF, 0xD8, 0xFF], .jpeg),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    (Array("GIF87a".utf8), .gif),
    (Array("GIF89a".utf8), .gif),
    (Array("BM".utf8), .bmp),
    (Array("II*\0".utf8), .tiff),
    (Array("MM\0*".utf8), .tiff),
    (Array("II+\0".utf8), .tiff),
    (Array("MM\0+".utf8), .tiff),
  ]

  /// Whether the file starts with "P1" to "P7", followed by white space or a comment.
  private static func startsPortableMap(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.field(at: 0, length: 3) else { return false }
    return start[0] == UInt8(ascii: "P") && UInt8(ascii: "1")...UInt8(ascii: "7") ~= start[1]
      && (start[2] == 32 || 9...13 ~= start[2] || start[2] == UInt8(ascii: "#"))
  }

  /// The first known brand of a HEIF container, major or compatible.
  ///
  /// See ISO/IEC 14496-12, 4.3.
  private static func brand(of bytes: UnsafeRawBufferPointer) -> ImageFormat? {
    let isContainer = bytes.field(at: 4, length: 4)?.elementsEqual("ftyp".utf8) ?? false
    guard isContainer, let length = bytes.integer(at: 0, length: 4, order: .bigEndian) else {
      return nil
    }
    for offset in stride(from: 8, to: min(length, 256, bytes.count), by: 4) {
      guard let brand = bytes.field(at: offset, length: 4) else { return nil }
      if ["avif", "avis"].contains(where: { brand.elementsEqual($0.utf8) }) { return .avif }
      if ["heic", "heix", "heim", "heis", "hevc", "hevx"].contains(where: {
        brand.elementsEqual($0.utf8)
      }) {
        return .heic
      }
    }
    return nil
  }
}

extension ImageDecoder {
  /// The MIME type of a file's format, by its first bytes; nil for an unknown format, and for a camera's raw file.
  package static func mimeType(of file: [UInt8]) -> String? {
    switch file.withUnsafeBytes({ ImageFormat(signatureOf: $0) }) {
    case nil, .raw: nil
    case .portableMap: "image/x-portable-anymap"
    case .svg: "image/svg+xml"
    case let format?: "image/\(format.rawValue.lowercased())"
    }
  }

  /// The usual extension of a file's format, by its first bytes.
  ///
  /// It is nil for an unknown format, and for a raw file, whose extension names the camera's maker.
  package static func fileExtension(of file: Data) -> String? {
    switch file.withUnsafeBytes({ ImageFormat(signatureOf: $0) }) {
    case nil, .raw: nil
    case .jpeg: "jpg"
    case .tiff: "tif"
    case let format?: format.rawValue.lowercased()
    }
  }
}
