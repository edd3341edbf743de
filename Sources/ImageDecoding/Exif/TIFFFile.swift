/// A file of directories with tagged values (TIFF 6.0, section 2); EXIF is one inside a picture.
///
/// Offsets and counts are untrusted: each value is read on request, and is missing if not inside
/// the file. Only ``DirectoryWalk`` follows offsets that could form cycles.
struct TIFFFile {
  private let view: FileView
  let order: ByteOrder

  /// Reads a file; nil if the signature does not match.
  init?(_ bytes: UnsafeRawBufferPointer) { self.init(FileView(bytes)) }

  /// Reads a file that may have another version number.
  ///
  /// - Parameter versions: the accepted numbers after the byte order.
  init?(_ view: FileView, versions: Set<Int> = [42]) {
    guard let start = view.field(at: 0, length: 2) else { return nil }
    switch (start[0], start[1]) {
    case (UInt8(ascii: "I"), UInt8(ascii: "I")): order = .littleEndian
    case (UInt8(ascii: "M"), UInt8(ascii: "M")): order = .bigEndian
    default: return nil
    }
    self.view = view
    guard let version = integer(at: 2, length: 2), versions.contains(version) else { return nil }
  }

  /// Creates a file from a part whose directories count offsets from the part's own start.
  init(_ view: FileView, order: ByteOrder) {
    self.view = view
    self.order = order
  }

  /// Reads an EXIF block, which contains such a file with or without "Exif" before it.
  init?(exif: UnsafeRawBufferPointer) {
    let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    let start = exif.starts(with: prefix) ? prefix.count : 0
    self.init(UnsafeRawBufferPointer(rebasing: exif[start...]))
  }

  /// The directory of the first picture.
  var firstDirectory: TIFFDirectory? { firstPlace.flatMap { TIFFDirectory(in: self, at: $0) } }

  /// The stated offset of the first directory.
  var firstPlace: Int? { integer(at: 4, length: 4) }

  /// The directory of the second picture: in EXIF, a thumbnail.
  var secondDirectory: TIFFDirectory? { firstDirectory?.next }

  /// The interoperability rule of an EXIF block, such as `R98` (CIPA DC-008, 4.6.7).
  var interoperability: String? {
    firstDirectory?.directory(0x8769)?.directory(0xA005)?.text(0x0001, limit: 4)
  }

  /// An unsigned number; nil outside the file.
  func integer(at offset: Int, length: Int) -> Int? {
    view.integer(at: offset, length: length, order: order)
  }

  /// A range of the bytes; nil if not inside the file.
  func field(at offset: Int, length: Int) -> UnsafeRawBufferPointer? {
    view.field(at: offset, length: length)
  }

  /// A part of the file with offsets from its own start; nil if not inside the file.
  func part(at offset: Int, length: Int) -> FileView? { view.part(at: offset, length: length) }
}
