/// A text of comma-separated values with every field in quotes (RFC 4180).
struct RecordText {
  enum Field {
    case text(String)
    /// A path that is not valid text.
    case bytes([UInt8])

    /// The value; empty if it can't be a path, URL or name.
    fileprivate var value: [UInt8] {
      switch self {
      case .text(let text):
        text.utf8.count > ListFormat.longestEntry || text.utf8.contains(0) ? [] : Array(text.utf8)
      case .bytes(let bytes): bytes.count > RecordText.longestPath || bytes.contains(0) ? [] : bytes
      }
    }
  }

  private static let quote = UInt8(ascii: "\"")
  /// `PATH_MAX`: a longer blob is a picture or other data.
  static let longestPath = 4_096

  private var bytes: [UInt8] = []
  /// The number of bytes already taken.
  private var taken = 0

  /// - Parameter columns: the names in the header; a single column is taken for the pictures' addresses.
  init(columns: [String]) {
    append((columns.count == 1 ? [ListField.url.rawValue] : columns).map(Field.text))
  }

  /// The number of bytes not taken yet.
  var count: Int { bytes.count - taken }

  mutating func append(_ fields: some Sequence<Field>) {
    var isFirst = true
    for field in fields {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      append(field.value)
    }
    bytes.append(LineScanner.newline)
  }

  private mutating func append(_ value: [UInt8]) {
    bytes.append(Self.quote)
    for byte in value {
      if byte == Self.quote { bytes.append(Self.quote) }
      bytes.append(byte)
    }
    bytes.append(Self.quote)
  }

  /// Moves the first bytes into a block; returns their number.
  mutating func copyBytes(into block: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(self.count, block.count)
    block.copyBytes(from: bytes[taken..<taken + count])
    taken += count
    if taken == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      taken = 0
    }
    return count
  }
}
