/// The number of frames and repetitions, read from a file's block structure.
struct AnimationOutline: Equatable {
  /// The number of frames that begin in the file, up to the limit; the last may be truncated.
  private(set) var frameCount = 0
  /// How often the animation plays; nil for infinitely.
  private(set) var playCount: Int? = 1
  /// Whether the file ends before the limit, inside a frame or between its parts.
  private(set) var endsEarly = false

  /// Counts the frames; a file that is neither a GIF nor a WebP has none.
  ///
  /// - Parameter limit: the most frames to count.
  /// - Complexity: O(blocks read); a block of a GIF's frame has 255 bytes.
  init(_ bytes: UnsafeRawBufferPointer, limit: Int) {
    switch ImageFormat(signatureOf: bytes) {
    case .gif: countGIF(bytes, limit: limit)
    case .webp: countWebP(bytes, limit: limit)
    default: break
    }
  }
}

// MARK: - GIF

extension AnimationOutline {
  /// The length of a color table, given by three bits of a byte if another bit is set.
  private static func tableLength(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// Counts frames from block to block (GIF89a, 17 to 27).
  private mutating func countGIF(_ bytes: UnsafeRawBufferPointer, limit: Int) {
    guard bytes.count > 13 else { return }
    var offset = 13 + Self.tableLength(bytes[10])
    while frameCount < limit, let introducer = bytes.field(at: offset, length: 1)?.first {
      switch introducer {
      case 0x21:
        readLoopCount(bytes, at: offset)
        offset += 2
      case 0x2C:
        guard let header = bytes.field(at: offset, length: 10) else {
          endsEarly = true
          return
        }
        let isEmpty = header.integer(at: 5, length: 2) == 0 || header.integer(at: 7, length: 2) == 0
        if !isEmpty { frameCount += 1 }
        offset += 11 + Self.tableLength(header[9])
      default: return
      }
      var length: UInt8
      repeat {
        guard let stated = bytes.field(at: offset, length: 1)?.first else {
          endsEarly = true
          return
        }
        length = stated
        offset += 1 + Int(length)
      } while length > 0
    }
  }

  /// Reads Netscape's extension: the number of repetitions, 0 for infinitely.
  private mutating func readLoopCount(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard let block = bytes.field(at: offset, length: 19), block[1] == 0xFF, block[2] == 11,
      ["NETSCAPE2.0", "ANIMEXTS1.0"].contains(where: { block[3..<14].elementsEqual($0.utf8) }),
      block[14] == 3, block[15] == 1, let repeats = block.integer(at: 16, length: 2)
    else { return }
    playCount = repeats == 0 ? nil : repeats + 1
  }
}

// MARK: - WebP

extension AnimationOutline {
  /// Counts frames from chunk to chunk (WebP Container Specification).
  private mutating func countWebP(_ bytes: UnsafeRawBufferPointer, limit: Int) {
    guard let header = bytes.field(at: 12, length: 9) else { return }
    let isAnimation = header[0..<4].elementsEqual("VP8X".utf8) && header[8] & 2 != 0
    if !isAnimation {
      frameCount = min(1, limit)
      return
    }
    // The length of the rest of the file. Some programs count a last padding byte that they do not write.
    endsEarly = bytes.integer(at: 4, length: 4).map { $0 > bytes.count - 8 + 1 } ?? true
    var offset = 12
    while frameCount < limit, let name = bytes.field(at: offset, length: 4),
      let length = bytes.integer(at: offset + 4, length: 4)
    {
      if name.elementsEqual("ANMF".utf8) {
        frameCount += 1
      } else if name.elementsEqual("ANIM".utf8), length >= 6,
        let plays = bytes.integer(at: offset + 12, length: 2)
      {
        playCount = plays == 0 ? nil : plays
      }
      offset += 8 + length + length % 2
    }
  }
}
