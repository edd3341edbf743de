/// Reads numbers and strings from the front of some bytes; nil if there are too few.
package struct ByteReader {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package mutating func next(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  package mutating func next<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    next(MemoryLayout<Number>.size).map { bytes in
      Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(as: type) })
    }
  }

  /// Reads a string after its length; nil also if it is not UTF-8.
  package mutating func string() -> String? {
    next(UInt32.self).flatMap { next(Int($0)) }.flatMap { String(validating: $0, as: UTF8.self) }
  }
}

/// Appends numbers and strings, little-endian.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    self.bytes.append(contentsOf: bytes)
  }

  package mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { append($0) }
  }

  /// Appends the length and the UTF-8 of a text.
  package mutating func append(_ text: String) {
    append(UInt32(clamping: text.utf8.count))
    append(text.utf8)
  }

  /// Overwrites a number.
  package mutating func replace(at offset: Int, with number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { new in
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }
  }
}
