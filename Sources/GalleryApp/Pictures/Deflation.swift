import CZlib

/// Compression of pixels for a terminal at a distance.
enum Deflation {
  /// The bytes as zlib compresses them (RFC 1950); nil where that saves less than a sixteenth.
  ///
  /// Level 1: of photographs, level 6 saves up to 4 % more and takes up to twice the time.
  /// - Complexity: O(bytes), about 40 ns each.
  static func smaller(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    let room = bytes.count - bytes.count / 16
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { target -> [UInt8]? in
      var length = uLongf(room)
      let source = bytes.bindMemory(to: UInt8.self).baseAddress
      let outcome = compress2(target.baseAddress, &length, source, uLong(bytes.count), 1)
      return outcome == Z_OK ? Array(target[..<Int(length)]) : nil
    }
  }
}
