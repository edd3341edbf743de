import DecodingTestSupport
import FoundationEssentials
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite(.timeLimit(.minutes(2))) struct HostileAnimationTests {
  private static func samples() throws -> [[UInt8]] {
    var gif = GIFSketch(width: 20, height: 12, repeats: 0)
    gif.frames = (0..<4).map { index in
      var frame = GIFSketch.Frame(9 + index, 11, filledWith: UInt8(index))
      frame.left = index
      frame.disposal = UInt8(index)
      frame.isInterlaced = index == 2
      frame.transparent = 1
      return frame
    }
    gif.frames[3].palette = [1, 2]
    var webp = WebPSketch(width: 80, height: 40)
    let stills = try ["lossless.webp", "lossy-hole.webp", "lossless-hole.webp"]
      .map { try Fixture($0).bytes }
    webp.frames = stills.enumerated().map { index, still in
      .init(left: 2 * index, still: still, isBlended: index == 1, isCleared: index == 2)
    }
    let fixtures = try ["animated.gif", "animated.webp", "interlaced.gif", "quarter.webp"]
      .map { try Fixture($0).bytes }
    return [gif.bytes, webp.bytes] + fixtures
  }

  @Test func `a truncated animation gives what there is, or an error`() throws {
    for bytes in try Self.samples() {
      let whole = try bytes.frames()
      for length in bytes.indices {
        guard let part = try? Array(bytes.prefix(length)).frames() else { continue }
        #expect(part.count <= whole.count)
        #expect(part.dropLast().elementsEqual(whole.prefix(max(0, part.count - 1))))
      }
    }
  }

  @Test(arguments: ["animated.gif", "animated.webp"])
  func `a truncated animation plays the frames it has, and ends early`(name: String) throws {
    let bytes = try Fixture(name).bytes
    let whole = try bytes.frames()
    #expect(try !bytes.decoded().endsEarly)
    let part = Array(bytes.dropLast(bytes.count / 4))
    let frames = try part.frames()
    #expect((1..<whole.count).contains(frames.count))
    #expect(frames.dropLast().elementsEqual(whole.prefix(frames.count - 1)))
    #expect(try part.decoded().endsEarly)
    let target = ImageTarget(size: PixelSize(width: 8, height: 8))
    let pair = try part.withUnsafeBytes {
      try ImageDecoder().decode(
        $0, target: target, copy: ThumbnailScale(for: target), limits: DecodeLimits()
      ) { false }
    }
    #expect(pair.image.endsEarly && pair.copy?.endsEarly != false, "no thumbnail is stored of it")
  }

  @Test func `wrong bytes never trap`() throws {
    var random = SeededRandom(seed: 31)
    let limits = DecodeLimits(maxPixels: 1 << 16)
    for bytes in try Self.samples() {
      for _ in 0..<600 {
        let frames = try? bytes.mutated(using: &random)
          .frames(in: PixelSize(width: 16, height: 16), limits: limits)
        #expect((frames ?? []).allSatisfy { 1...16 ~= $0.image.size.width })
      }
    }
  }

  @Test func `a canvas over the limits is refused before memory is taken for it`() throws {
    var gif = GIFSketch(width: 65_535, height: 65_535)
    gif.frames = [.init(1, 1, filledWith: 0)]
    var webp = WebPSketch(width: 16_383, height: 16_383)
    webp.frames = [.init(still: try Fixture("lossless.webp").bytes)]
    for bytes in [gif.bytes, webp.bytes] {
      let error = #expect(throws: ImageDecodingError.self) { try bytes.frames() }
      guard case .tooLarge(let size, .animation) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(size.width > 16_000)
    }
  }

  @Test func `a later frame over the limits ends the animation`() throws {
    var gif = GIFSketch(width: 4, height: 4)
    gif.frames = [.init(4, 4, filledWith: 0), .init(4, 4, filledWith: 1)]
    var bytes = gif.bytes
    // The second frame claims to be 65,535 pixels wide and high.
    let second = try #require(bytes.lastIndex(of: 0x2C))
    bytes.replaceSubrange(second + 5..<second + 9, with: [255, 255, 255, 255])
    #expect(try bytes.frames().count == 1)
  }

  @Test func `frames are counted, and no more are shown than there may be`() throws {
    let limit = AnimationReader.maxFrames
    var gif = GIFSketch(width: 1, height: 1)
    gif.frames = Array(repeating: .init(1, 1, filledWith: 2), count: limit + 5)
    #expect(try AnimationReader(gif.bytes).frameCount == limit)
    #expect(try gif.bytes.frames().count == limit)
    var webp = WebPSketch()
    webp.frames = Array(
      repeating: .init(still: try Fixture("lossless.webp").bytes), count: limit + 1)
    #expect(throws: ImageDecodingError.self) { try webp.bytes.frames() }
  }

  @Test(arguments: ["color.png", "baseline.jpg", "color.bmp"])
  func `other formats are no animations`(name: String) throws {
    let bytes = try Fixture(name).bytes
    #expect(throws: ImageDecodingError.self) { try bytes.frames() }
    #expect(!bytes.withUnsafeBytes { AnimationReader.isAnimated($0) })
  }

  @Test func `anything else is of an unknown format`() {
    for text in ["", "GIF8", "RIFF    WAVE"] {
      #expect(throws: ImageDecodingError.unknownFormat) { try Array(text.utf8).frames() }
    }
  }
}
