import CZlib

/// CRC-32, which finds torn and rotten files; it is no guard against a forger, who could write here
/// anyway.
///
/// It is zlib's, which libpng has loaded already. It takes 0.2 ms for a picture of 0.7 MB. SHA-256
/// takes 0.45 ms on a processor that has instructions for it, and 1.5 ms on one that has none.
package enum Checksum {
  package static func of(_ bytes: RawSpan) -> UInt32 {
    bytes.withUnsafeBytes { bytes in
      UInt32(truncatingIfNeeded: crc32_z(0, bytes.baseAddress, bytes.count))
    }
  }
}
