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
  /// Whether its connection space is XYZ instead of CIELAB.
  let connectsByXYZ: Bool
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
    connectsByXYZ = bytes.isName("XYZ ", at: 20)
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
  /// Whether Little CMS may convert its colors: by a table of one of the three usual types.
  ///
  /// Profiles with multi-process elements (`mpet`) are excluded, because each element may take as
  /// long, and Little CMS prefers them. It uses the tables back to inks to find their black.
  var hasTable: Bool {
    let count = channels == .inks ? 4 : 3
    let isStepless = (0..<tagCount).allSatisfy { body(ofTag: $0)?.isName("mpet", at: 0) == false }
    return channels != .gray && isStepless
      && ["A2B0", "A2B1", "A2B2"].contains { tag($0) != nil }
      && areTables("A2B", of: ["mft1", "mft2", "mAB "], from: count, to: 3)
      && areTables("B2A", of: ["mft1", "mft2", "mBA "], from: 3, to: count)
  }

  /// Whether all present ones of three tags are tables of the given types and channels.
  private func areTables(
    _ name: String, of types: [String], from inputs: Int, to outputs: Int
  ) -> Bool {
    (0..<3).compactMap { tag("\(name)\($0)") }.allSatisfy { table in
      types.contains { table.isName($0, at: 0) }
        && table.integer(at: 8, length: 1) == inputs && table.integer(at: 9, length: 1) == outputs
    }
  }

  /// The XYZ of red, green and blue; nil unless all are present.
  var primaries: Matrix3? {
    guard let red = color("rXYZ"), let green = color("gXYZ"), let blue = color("bXYZ") else {
      return nil
    }
    return Matrix3(first: red, second: green, third: blue)
  }

  private func color(_ name: String) -> SIMD3<Double>? {
    guard let tag = tag(name), tag.isName("XYZ ", at: 0), let x = tag.fixed(at: 8),
      let y = tag.fixed(at: 12), let z = tag.fixed(at: 16)
    else { return nil }
    return SIMD3(x, y, z)
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

  /// A number with a fraction of 16 bits; nil outside the bytes.
  func fixed(at offset: Int) -> Double? {
    integer(at: offset, length: 4, order: .bigEndian).map {
      Double(Int32(truncatingIfNeeded: $0)) / 65_536
    }
  }
}
