/// A zip archive that a test writes, whose directory may say anything.
package struct ZipSketch {
  package struct Entry {
    package var name: [UInt8]
    package var content: [UInt8]
    /// The length that the directory claims; nil for the true one.
    package var claimedSize: Int?
    package var claimedPackedSize: Int?
    package var flags = 0
    package var method = 0

    package init(_ name: String, _ content: [UInt8]) {
      self.name = Array(name.utf8)
      self.content = content
    }
  }

  package var entries: [Entry]
  /// The number of files that the end claims; nil for the true one.
  package var claimedCount: Int?

  package init(_ entries: [Entry]) { self.entries = entries }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let place = bytes.count
      let sizes =
        little(Int(Self.checksum(entry.content)), 4)
        + little(entry.claimedPackedSize ?? entry.content.count, 4)
        + little(entry.claimedSize ?? entry.content.count, 4)
      let common =
        little(20, 2) + little(entry.flags, 2) + little(entry.method, 2) + little(0, 2)
        + little(0x21, 2)
      bytes += little(0x0403_4B50, 4) + common + sizes + little(entry.name.count, 2) + little(0, 2)
      bytes += entry.name + entry.content
      directory += little(0x0201_4B50, 4) + little(20, 2) + common + sizes
      directory += little(entry.name.count, 2) + Array(repeating: 0, count: 12)
      directory += little(place, 4) + entry.name
    }
    let count = claimedCount ?? entries.count
    let end =
      little(0x0605_4B50, 4) + little(0, 4) + little(min(count, 0xFFFF), 2)
      + little(min(count, 0xFFFF), 2) + little(directory.count, 4) + little(bytes.count, 4)
      + little(0, 2)
    guard count >= 0xFFFF else { return bytes + directory + end }
    let long =
      little(0x0606_4B50, 4) + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8)
      + little(count, 8) + little(count, 8) + little(directory.count, 8) + little(bytes.count, 8)
    let locator =
      little(0x0706_4B50, 4) + little(0, 4) + little(bytes.count + directory.count, 8)
      + little(1, 4)
    return bytes + directory + long + locator + end
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
  }

  private func little(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
