/// Records as comma-separated values, every field in quotes (RFC 4180).
struct RecordText {
  enum Field {
    case text(String)
    /// A path that is no text; what is longer than a path is left out.
    case bytes([UInt8])
  }

  private static let quote = UInt8(ascii: "\"")
  /// `PATH_MAX`: a longer value that is no text is a picture, or anything else.
  private static let longestPath = 4_096

  private var bytes: [UInt8] = []

  /// - Parameter columns: the names in the header; a single one says where the pictures are.
  init(columns: [String]) {
    append((columns.count == 1 ? [ListField.url.rawValue] : columns).map(Field.text))
  }

  /// The bytes that were not taken.
  var count: Int { bytes.count }

  mutating func append(_ fields: some Sequence<Field>) {
    var isFirst = true
    for field in fields {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      switch field {
      case .text(let text): append(text.utf8)
      case .bytes(let value): append(value.count > Self.longestPath ? [] : value)
      }
    }
    bytes.append(LineScanner.newline)
  }

  private mutating func append(_ value: some Sequence<UInt8>) {
    bytes.append(Self.quote)
    for byte in value {
      if byte == Self.quote { bytes.append(Self.quote) }
      bytes.append(byte)
    }
    bytes.append(Self.quote)
  }

  /// Moves the first bytes into a block, and returns their count.
  mutating func take(into block: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(bytes.count, block.count)
    block.copyBytes(from: bytes[..<count])
    bytes.removeFirst(count)
    return count
  }
}
