/// A file's bytes, some of which may come only when they are asked for.
struct FileView {
  let bytes: UnsafeRawBufferPointer
  /// Brings bytes to their places; nil where all of them are there.
  private let load: ((Range<Int>) -> Void)?

  init(_ bytes: UnsafeRawBufferPointer, load: ((Range<Int>) -> Void)? = nil) {
    self.bytes = bytes
    self.load = load
  }

  var count: Int { bytes.count }

  /// A slice of the bytes; nil if any of them lies outside the file.
  func field(at offset: Int, length: Int) -> UnsafeRawBufferPointer? {
    guard let field = bytes.field(at: offset, length: length) else { return nil }
    load?(offset..<offset + length)
    return field
  }

  /// An unsigned number of up to seven bytes; nil outside the file.
  func integer(at offset: Int, length: Int, order: ByteOrder) -> Int? {
    field(at: offset, length: length)?.integer(at: 0, length: length, order: order)
  }

  /// A part of the file, whose offsets begin at its own start; nil if any of it lies outside.
  func part(at offset: Int, length: Int) -> FileView? {
    guard let part = bytes.field(at: offset, length: length) else { return nil }
    return FileView(
      part, load: load.map { load in { load(offset + $0.lowerBound..<offset + $0.upperBound) } })
  }
}
