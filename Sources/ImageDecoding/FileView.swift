/// A file's bytes, which may be loaded on demand.
struct FileView {
  let bytes: UnsafeRawBufferPointer
  /// Loads a range of bytes; nil if all bytes are available.
  private let load: ((Range<Int>) -> Void)?

  init(_ bytes: UnsafeRawBufferPointer, load: ((Range<Int>) -> Void)? = nil) {
    self.bytes = bytes
    self.load = load
  }

  var count: Int { bytes.count }

  /// A range of the bytes; nil if not inside the file.
  func field(at offset: Int, length: Int) -> UnsafeRawBufferPointer? {
    guard let field = bytes.field(at: offset, length: length) else { return nil }
    load?(offset..<offset + length)
    return field
  }

  /// An unsigned number of up to seven bytes; nil outside the file.
  func integer(at offset: Int, length: Int, order: ByteOrder) -> Int? {
    field(at: offset, length: length)?.integer(at: 0, length: length, order: order)
  }

  /// A part of the file with offsets from its own start; nil if not inside the file.
  func part(at offset: Int, length: Int) -> FileView? {
    guard let part = bytes.field(at: offset, length: length) else { return nil }
    return FileView(
      part, load: load.map { load in { load(offset + $0.lowerBound..<offset + $0.upperBound) } })
  }
}
