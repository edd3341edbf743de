import Raster

/// A graphics command of kitty's protocol: `key=value,…;payload`.
struct KittyCommand {
  /// The most bytes of a payload, as the protocol says.
  static let mostPayloadBytes = 4_096

  private(set) var control: [Character: String] = [:]
  let payload: [UInt8]
  /// The violations of the protocol's rules.
  private(set) var problems: [String] = []

  init(_ body: ArraySlice<UInt8>) {
    let parts = body.split(
      separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    payload = parts.count > 1 ? Array(parts[1]) : []
    for pair in String(decoding: parts[0], as: UTF8.self).split(separator: ",") {
      guard let key = pair.first, pair.dropFirst().first == "=" else {
        problems.append("control data \(pair)")
        continue
      }
      control[key] = String(pair.dropFirst(2))
    }
    if payload.count > Self.mostPayloadBytes { problems.append("\(payload.count) bytes at once") }
  }
}

/// The red, green, and blue bytes of graphics, each made once.
struct GraphicBytes {
  private var known: [UInt32: [UInt8]] = [:]

  mutating func of(_ graphic: Graphic) -> [UInt8] {
    if let bytes = known[graphic.id] { return bytes }
    guard case .kitty(let pixels) = graphic.payload else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: pixels.rgbBytes) { bytes, count in
      if let start = bytes.baseAddress { pixels.writeRGB(to: start) }
      count = pixels.rgbBytes
    }
    known[graphic.id] = bytes
    return bytes
  }
}
