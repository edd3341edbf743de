import CZlib

/// Compression as in RFC 1950.
enum Zlib {
  static func deflate(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var length = compressBound(uLong(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(length)) { target, count in
      compress(
        target.baseAddress, &length, bytes.bindMemory(to: UInt8.self).baseAddress,
        uLong(bytes.count))
      count = Int(length)
    }
  }

  /// The bytes of what is whole and right, and no bytes of anything else.
  static func inflate(_ deflated: [UInt8]) -> [UInt8] {
    var length = uLongf(1 << 20)
    return [UInt8](unsafeUninitializedCapacity: Int(length)) { target, count in
      let outcome = uncompress(target.baseAddress, &length, deflated, uLong(deflated.count))
      count = outcome == Z_OK ? Int(length) : 0
    }
  }
}
