/// An animated WebP to be put together by a test from the streams of still ones.
struct WebPSketch {
  struct Frame {
    /// Even, as the format has it.
    var left = 0
    var top = 0
    /// A still WebP of 64 x 32 pixels, with nothing beside its picture.
    var still: [UInt8]
    var milliseconds = 50
    /// Drawn over what is there, not in place of it.
    var isBlended = false
    /// Cleared once it was shown.
    var isCleared = false
  }

  var width = 64
  var height = 32
  var plays = 0
  /// An EXIF block, if any.
  var exif: [UInt8] = []
  /// An ICC profile, if any.
  var profile: [UInt8] = []
  var frames: [Frame] = []

  var bytes: [UInt8] {
    let body =
      Array("WEBP".utf8)
      + Self.chunk(
        "VP8X",
        [0x12 | (exif.isEmpty ? 0 : 8) | (profile.isEmpty ? 0 : 0x20), 0, 0, 0]
          + Self.number(width - 1, 3)
          + Self.number(height - 1, 3))
      + (profile.isEmpty ? [] : Self.chunk("ICCP", profile))
      + Self.chunk("ANIM", [0, 0, 0, 0] + Self.number(plays, 2))
      + frames.flatMap { Self.chunk("ANMF", $0.body) }
      + (exif.isEmpty ? [] : Self.chunk("EXIF", exif))
    return Self.chunk("RIFF", body)
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + number(body.count, 4) + body + (body.count.isMultiple(of: 2) ? [] : [0])
  }

  fileprivate static func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension WebPSketch.Frame {
  fileprivate var body: [UInt8] {
    let fields = [left / 2, top / 2, 63, 31, milliseconds].flatMap { WebPSketch.number($0, 3) }
    // The chunks of a still file before its stream have no place in a frame.
    let isExtended = still[12..<16].elementsEqual("VP8X".utf8)
    return fields + [(isBlended ? 0 : 2) | (isCleared ? 1 : 0)]
      + still.dropFirst(isExtended ? 30 : 12)
  }
}
