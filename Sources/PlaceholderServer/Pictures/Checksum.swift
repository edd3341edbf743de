/// The checksum of a PNG's chunks: CRC-32 with the reversed polynomial 0xEDB88320 (PNG specification,
/// annex D).
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }

  static func crc32(of bytes: [UInt8]) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      ~bytes.reduce(~0) { value, byte in
        table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8
      }
    }
  }
}
