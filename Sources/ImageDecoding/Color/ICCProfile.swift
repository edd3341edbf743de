/// An ICC profile: its header and its table of tags (ICC.1:2022, section 7).
///
/// It borrows the bytes, which must outlive it. Sizes and offsets are checked once for all tags. So
/// Little CMS only receives profiles of known kinds whose tags lie inside them.
struct ICCProfile {
  /// The largest accepted profile; those of printing presses take up to 3 MB.
  static let maxBytes = 4 << 20
  private static let tableStart = 128
  private static let maxTags = 100
  private static let entryLength = 12

  let bytes: UnsafeRawBufferPointer
  let channels: ColorChannels
  private let tagCount: Int

  /// Reads a profile; nil if it is invalid or of an unknown kind.
  init?(_ whole: UnsafeRawBufferPointer) {
    guard let length = whole.integer(at: 0, length: 4, order: .bigEndian),
      Self.tableStart + 4...Self.maxBytes ~= length,
      let bytes = whole.field(at: 0, length: length),
      2...4 ~= bytes[8], bytes.isName("acsp", at: 36),
      ["scnr", "mntr", "prtr", "spac"].contains(where: { bytes.isName($0, at: 12) }),
      let channels = ColorChannels(profile: bytes),
      let tagCount = bytes.integer(at: Self.tableStart, length: 4, order: .bigEndian),
      1...Self.maxTags ~= tagCount
    else { return nil }
    self.bytes = bytes
    self.channels = channels
    self.tagCount = tagCount
    guard connectsByXYZ || bytes.isName("Lab ", at: 20),
      (0..<tagCount).allSatisfy({ body(ofTag: $0) != nil })
    else { return nil }
  }

  /// The content of a tag, including its type; nil if there is no such tag.
  func tag(_ name: String) -> UnsafeRawBufferPointer? {
    (0..<tagCount).first { bytes.isName(name, at: place(ofTag: $0)) }.flatMap(body)
  }

  private func place(ofTag index: Int) -> Int { Self.tableStart + 4 + index * Self.entryLength }

  private func body(ofTag index: Int) -> UnsafeRawBufferPointer? {
    let place = place(ofTag: index)
    guard let offset = bytes.integer(at: place + 4, length: 4, order: .bigEndian),
      let length = bytes.integer(at: place + 8, length: 4, order: .bigEndian),
      offset >= Self.tableStart + 4, length >= 8
    else { return nil }
    return bytes.field(at: offset, length: length)
  }
}

extension ICCProfile {
  /// Whether Little CMS may convert its colors: its tables, if any, are of the three usual types.
  ///
  /// Profiles with multi-process elements (`mpet`) are excluded, because each element may take as
  /// long, and Little CMS prefers them. It uses the tables back to inks to find their black. Only the
  /// curve is used of a profile of grays.
  var isConvertible: Bool {
    if channels == .gray { return connectsByXYZ }
    let count = channels == .inks ? 4 : 3
    return (0..<tagCount).allSatisfy { body(ofTag: $0)?.isName("mpet", at: 0) == false }
      && areTables("A2B", of: ["mft1", "mft2", "mAB "], from: count, to: 3)
      && areTables("B2A", of: ["mft1", "mft2", "mBA "], from: 3, to: count)
  }

  /// Whether its connection space is XYZ instead of CIELAB.
  private var connectsByXYZ: Bool { bytes.isName("XYZ ", at: 20) }

  /// Whether all present ones of three tags are tables of the given types and channels.
  private func areTables(
    _ name: String, of types: [String], from inputs: Int, to outputs: Int
  ) -> Bool {
    (0..<3).compactMap { tag("\(name)\($0)") }.allSatisfy { table in
      types.contains { table.isName($0, at: 0) }
        && table.integer(at: 8, length: 1) == inputs && table.integer(at: 9, length: 1) == outputs
    }
  }
}

extension ColorChannels {
  fileprivate init?(profile bytes: UnsafeRawBufferPointer) {
    if bytes.isName("RGB ", at: 16) {
      self = .color
    } else if bytes.isName("GRAY", at: 16) {
      self = .gray
    } else if bytes.isName("CMYK", at: 16) {
      self = .inks
    } else {
      return nil
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a four-character name is at an offset.
  func isName(_ name: String, at offset: Int) -> Bool {
    field(at: offset, length: 4)?.elementsEqual(name.utf8) ?? false
  }
}
