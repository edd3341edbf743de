/// An ICC profile that a test writes (ICC.1:2022, section 7).
struct ICCSketch {
  var version: UInt8 = 4
  var kind = "mntr"
  var channels = "RGB "
  var connection = "XYZ "
  var tags: [(name: String, body: [UInt8])] = []

  var bytes: [UInt8] {
    let tableLength = 4 + 12 * tags.count
    var table = number(tags.count, 4)
    var bodies: [UInt8] = []
    for tag in tags {
      table += Array(tag.name.utf8) + number(128 + tableLength + bodies.count, 4)
      table += number(tag.body.count, 4)
      bodies += tag.body + Array(repeating: 0, count: -tag.body.count & 3)
    }
    let rest = table + bodies
    let head =
      number(128 + rest.count, 4) + number(0, 4) + [version, 0, 0, 0] + Array(kind.utf8)
      + Array(channels.utf8) + Array(connection.utf8) + Array(repeating: 0, count: 12)
      + Array("acsp".utf8) + Array(repeating: 0, count: 28)
      // D50.
      + number(0xF6D6, 4) + number(0x10000, 4) + number(0xD32D, 4)
    return head + Array(repeating: 0, count: 128 - head.count) + rest
  }
}

extension ICCSketch {
  /// Curves and a matrix of XYZ under D50, a column for each primary.
  static func matrix(
    _ primaries: [[Double]], curve: [UInt8], name: String? = nil
  ) -> ICCSketch {
    var sketch = ICCSketch()
    if let name { sketch.tags.append(("desc", text(name))) }
    sketch.tags += zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { ($0, color($1)) }
    sketch.tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
    return sketch
  }

  static func gray(curve: [UInt8]) -> ICCSketch {
    ICCSketch(channels: "GRAY", tags: [("kTRC", curve)])
  }

  /// The profile of Apple's phones.
  static let displayP3 = matrix(
    [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]],
    curve: formula(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]), name: "Display P3")

  /// The profile of cameras, of version 2.
  static let adobeRGB: ICCSketch = {
    var sketch = matrix(
      [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]],
      curve: gamma(563))
    sketch.version = 2
    return sketch
  }()

  static let proPhoto = matrix(
    [[0.79767, 0.28804, 0], [0.13519, 0.71188, 0], [0.03134, 0.00008, 0.82491]],
    curve: formula(3, [1.8, 1, 0, 1.0 / 16, 1.0 / 32]))

  static let sRGB = matrix(
    [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]],
    curve: formula(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]))

  // MARK: - Bodies of tags

  static func color(_ xyz: [Double]) -> [UInt8] {
    Array("XYZ \0\0\0\0".utf8) + xyz.flatMap(fixed)
  }

  /// A power; `exponent` is in 256ths.
  static func gamma(_ exponent: Int) -> [UInt8] { table([exponent]) }

  static func table(_ entries: [Int]) -> [UInt8] {
    Array("curv\0\0\0\0".utf8) + number(entries.count, 4) + entries.flatMap { number($0, 2) }
  }

  static func formula(_ kind: Int, _ numbers: [Double]) -> [UInt8] {
    Array("para\0\0\0\0".utf8) + number(kind, 2) + [0, 0] + numbers.flatMap(fixed)
  }

  static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { number(Int($0), 2) }
    return Array("mluc\0\0\0\0".utf8) + number(1, 4) + number(12, 4) + Array("enUS".utf8)
      + number(units.count, 4) + number(28, 4) + units
  }

  /// A table of 16 bits from `inputs` channels to three, of two points along each (10.10).
  static func lookup(inputs: Int, _ points: [[Int]]) -> [UInt8] {
    let identity = [1.0, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed)
    let ramp = number(0, 2) + number(65_535, 2)
    return Array("mft2\0\0\0\0".utf8) + [UInt8(inputs), 3, 2, 0] + identity + number(2, 2)
      + number(2, 2) + Array(repeatElement(ramp, count: inputs).joined())
      + points.joined().flatMap { number($0, 2) } + Array(repeatElement(ramp, count: 3).joined())
  }

  private static func fixed(_ number: Double) -> [UInt8] {
    let bits = UInt32(bitPattern: Int32((number * 65_536).rounded()))
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
  }
}

/// A number with its highest byte first.
func number(_ value: Int, _ length: Int) -> [UInt8] {
  (0..<length).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
