/// Takes numbers and strings off the front of some bytes; nil where there are too few.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func next<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    next(MemoryLayout<Number>.size).map { bytes in
      Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(as: type) })
    }
  }

  /// A string after its length; nil also where it is not UTF-8.
  mutating func string() -> String? {
    next(UInt32.self).flatMap { next(Int($0)) }.flatMap { String(validating: $0, as: UTF8.self) }
  }
}
