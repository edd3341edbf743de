/// Visits the named chunks of a PNG or a WebP, by their headers.
struct ChunkWalk: Sequence, IteratorProtocol {
  struct Chunk {
    /// The four letters of the type, as a number in the file's order of bytes.
    let type: Int
    let start: Int
    let length: Int

    /// Whether the type has these letters, of which there are four.
    func isOf(_ letters: StaticString) -> Bool {
      let bytes = UnsafeBufferPointer(
        start: letters.utf8Start, count: letters.utf8CodeUnitCount)
      return bytes.reduce(0) { $0 << 8 | Int($1) } == type
    }
  }

  private static let maxChunks = 16_384
  private static let headerLength = 8

  private let field: ExifChunk.Field
  private let isPNG: Bool
  private var offset: Int
  private var left = maxChunks

  /// Visits the chunks of a PNG (PNG specification, third edition, 5.3).
  init(png field: @escaping ExifChunk.Field) {
    (self.field, isPNG, offset) = (field, true, 8)
  }

  /// Visits the chunks of a WebP (WebP Container Specification, "RIFF File Format").
  init(webP field: @escaping ExifChunk.Field) {
    (self.field, isPNG, offset) = (field, false, 12)
  }

  mutating func next() -> Chunk? {
    guard left > 0, let header = field(offset, Self.headerLength),
      let type = header.integer(at: isPNG ? 4 : 0, length: 4, order: .bigEndian),
      let length = header.integer(
        at: isPNG ? 0 : 4, length: 4, order: isPNG ? .bigEndian : .littleEndian)
    else { return nil }
    left -= 1
    let start = offset + Self.headerLength
    // A checksum follows the content of a PNG's chunk; a WebP's has an even length.
    offset = start + length + (isPNG ? 4 : length % 2)
    return Chunk(type: type, start: start, length: length)
  }
}
