import CCrypto

/// The file name of an entry: the SHA-256 of its identity.
///
/// A URL can be longer than a file name, and contain any character. The hash is cryptographic, so
/// that no page can choose URLs that collide. It is computed by OpenSSL's libcrypto, which libcurl
/// needs anyway.
package struct CacheKey: Hashable, Sendable {
  private var digest: SIMD4<UInt64> = .zero

  /// Hashes an identity; nil for an empty one.
  package init?(_ identity: String) {
    guard !identity.isEmpty else { return nil }
    var identity = identity
    self = identity.withUTF8 { CacheKey(contentOf: UnsafeRawBufferPointer($0)) }
  }

  /// Hashes the contents of some bytes.
  package init(contentOf bytes: UnsafeRawBufferPointer) {
    var context = SHA256_CTX()
    SHA256_Init(&context)
    SHA256_Update(&context, bytes.baseAddress, bytes.count)
    withUnsafeMutableBytes(of: &digest) { digest in
      _ = SHA256_Final(digest.assumingMemoryBound(to: UInt8.self).baseAddress, &context)
    }
  }

  /// The key of a file by its folder's name and its own; nil if they are not the cache's.
  init?(folderName: String, fileName: String) {
    let digits = (folderName + fileName).utf8
    guard Self.isFolderName(folderName), digits.count == 64 else { return nil }
    for (place, digit) in digits.enumerated() {
      guard let value = Self.value(of: digit) else { return nil }
      withUnsafeMutableBytes(of: &digest) { digest in
        digest[place / 2] |= value << (place.isMultiple(of: 2) ? 4 : 0)
      }
    }
  }

  /// The hash as 64 hexadecimal digits.
  package var text: String { folderName + fileName }

  /// The first 8 bytes of the hash.
  package var head: UInt64 { UInt64(bigEndian: digest[0]) }

  static func isFolderName(_ name: String) -> Bool {
    name.utf8.count == 2 && name.utf8.allSatisfy { value(of: $0) != nil }
  }

  /// One of 256 folders, to keep folders small, because some file systems are slow with large ones.
  var folderName: String { withUnsafeBytes(of: digest) { Self.hexadecimal($0[..<1]) } }

  var fileName: String { withUnsafeBytes(of: digest) { Self.hexadecimal($0[1...]) } }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func hexadecimal(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (place, byte) in bytes.enumerated() {
        text[2 * place] = digits[Int(byte >> 4)]
        text[2 * place + 1] = digits[Int(byte & 15)]
      }
      return 2 * bytes.count
    }
  }
}

extension CacheKey: CustomStringConvertible {
  /// 64 hexadecimal digits.
  package var description: String { folderName + fileName }
}
