import CCrypto

/// MD5 (RFC 1321), by which other programs name files; not used for security.
package enum MessageDigest {
  /// The digest as 32 hexadecimal digits.
  package static func md5(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_LENGTH))
    _ = MD5(bytes, bytes.count, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
