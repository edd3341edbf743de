import DecodingTestSupport
import FoundationEssentials
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite(.timeLimit(.minutes(1))) struct AnimationReaderTests {
  @Test func `frames of a GIF are put together as their disposals say`() throws {
    var random = SeededRandom(seed: 21)
    for _ in 0..<150 {
      let size = PixelSize(width: random.below(12) + 1, height: random.below(20) + 1)
      var sketch = GIFSketch(width: size.width, height: size.height)
      var model = AnimationModel(size)
      var expected: [PixelImage] = []
      for index in 0..<6 {
        let frame = random.frame(on: size, isInside: index == 0)
        sketch.frames.append(frame)
        expected.append(model.draw(frame, palette: sketch.palette))
      }
      #expect(try sketch.bytes.frames(in: size).map(\.image) == expected)
    }
  }

  @Test func `frames of a WebP are put together as their flags say`() throws {
    let stills = try ["lossless.webp", "lossless-hole.webp"].map { try Fixture($0).bytes }
    let pictures = try stills.map { try $0.decoded() }
    var random = SeededRandom(seed: 22)
    for _ in 0..<20 {
      var sketch = WebPSketch(width: 100, height: 60)
      let size = PixelSize(width: 100, height: 60)
      var model = AnimationModel(size)
      var expected: [PixelImage] = []
      for _ in 0..<6 {
        let choice = random.below(2)
        let frame = WebPSketch.Frame(
          left: 2 * random.below(19), top: 2 * random.below(15), still: stills[choice],
          isBlended: random.below(2) == 0, isCleared: random.below(2) == 0)
        sketch.frames.append(frame)
        expected.append(
          model.draw(
            left: frame.left, top: frame.top, width: 64, pixels: pictures[choice].pixels,
            isBlended: frame.isBlended, frame.isCleared ? .clear : .keep))
      }
      #expect(try sketch.bytes.frames(in: size).map(\.image) == expected)
    }
  }

  @Test(arguments: [
    "animated.gif", "animated.webp", "quarter.gif", "quarter.webp", "plain.gif", "interlaced.gif",
    "hole.gif", "lossless.webp", "lossless-hole.webp", "orientation-8.webp",
  ]) func `the first frame is the still picture`(name: String) throws {
    let bytes = try Fixture(name).bytes
    for size in [Fixture.size, PixelSize(width: 20, height: 20)] {
      let target = ImageTarget(size: size, pixelAspect: PixelAspect(width: 3, height: 4))
      var reader = try AnimationReader(Data(bytes), target: target)
      let frame = try #require(try reader.next())
      let still = try bytes.decoded(to: size, pixelAspect: target.pixelAspect)
      #expect(frame.image.size == still.size && frame.image.size == reader.size)
      for (pixel, expected) in zip(frame.image.pixels, still.pixels) {
        #expect(pixel.isClose(to: expected, name.hasSuffix("webp") ? 12 : 0))
      }
    }
  }

  @Test func `frames are scaled like a still picture`() throws {
    var sketch = GIFSketch(width: 64, height: 32)
    sketch.frames = [.init(64, 32, filledWith: 0), .init(32, 32, filledWith: 1)]
    let frames = try sketch.bytes.frames(in: PixelSize(width: 8, height: 8))
    #expect(frames.map(\.image.size) == Array(repeating: PixelSize(width: 8, height: 4), count: 2))
    #expect(frames.last?.image.quarters(tolerance: 0) == [.green, .red, .green, .red])
  }

  @Test(arguments: [(0, 100), (1, 100), (2, 20), (10, 100), (65_535, 655_350)])
  func `a frame is shown as long as it says, unless that is too short`(
    hundredths: Int, milliseconds: Int
  ) throws {
    var sketch = GIFSketch(width: 1, height: 1)
    sketch.frames = [.init(1, 1, filledWith: 0)]
    sketch.frames[0].delay = hundredths
    #expect(try sketch.bytes.frames().map(\.duration) == [.milliseconds(milliseconds)])
    let still = try Fixture("lossless.webp").bytes
    var webp = WebPSketch()
    webp.frames = [.init(still: still, milliseconds: hundredths * 10), .init(still: still)]
    #expect(try webp.bytes.frames().first?.duration == .milliseconds(milliseconds))
  }

  @Test func `durations stay right when their sum overflows`() throws {
    let still = try Fixture("lossless.webp").bytes
    var webp = WebPSketch()
    let longest = 1 << 24 - 1
    webp.frames = Array(repeating: .init(still: still, milliseconds: longest), count: 300)
    let frames = try webp.bytes.frames(in: PixelSize(width: 1, height: 1))
    #expect(frames.count == 300 && frames.allSatisfy { $0.duration == .milliseconds(longest) })
  }

  @Test func `a file says how often it is played`() throws {
    var gif = GIFSketch(width: 1, height: 1)
    gif.frames = [.init(1, 1, filledWith: 0)]
    var webp = WebPSketch()
    webp.frames = [.init(still: try Fixture("lossless.webp").bytes)]
    for (repeats, plays) in [(nil, 1), (0, nil), (3, 4)] as [(Int?, Int?)] {
      gif.repeats = repeats
      #expect(try AnimationReader(gif.bytes).playCount == plays)
    }
    for (count, plays) in [(0, nil), (3, 3)] as [(Int, Int?)] {
      webp.plays = count
      #expect(try AnimationReader(webp.bytes).playCount == plays)
    }
  }

  @Test func `after rewinding, the same frames come`() throws {
    for name in ["animated.gif", "animated.webp"] {
      var reader = try AnimationReader(try Fixture(name).bytes)
      #expect(reader.frameCount == 2)
      let first = try #require(try reader.next())
      _ = try reader.next()
      #expect(try reader.next() == nil)
      #expect(try reader.next() == nil)
      try reader.rewind()
      #expect(try reader.next() == first)
      try reader.rewind()
      #expect(try reader.next() == first)
    }
  }

  @Test func `a frame that was canceled is passed over`() throws {
    var sketch = GIFSketch(width: 4, height: 200)
    sketch.frames = [0, 1, 2].map { .init(4, 200, filledWith: $0) }
    sketch.frames[2].width = 2
    sketch.frames[2].indices = Array(repeating: 2, count: 400)
    for questions in 2..<9 {
      var reader = try AnimationReader(sketch.bytes)
      _ = try reader.next()
      var asked = 0
      let cancelled = #expect(throws: ImageDecodingError.self) {
        _ = try reader.next {
          asked += 1
          return asked == questions
        }
      }
      #expect(cancelled == .cancelled)
      let last = try #require(try reader.next())
      #expect(last.index == 2 && last.image[0, 199] == .blue && last.image[3, 199] == .green)
    }
  }

  @Test func `only files with a second frame are animated`() throws {
    for fixture in Fixture.all {
      let isAnimated = fixture.bytes.withUnsafeBytes { AnimationReader.isAnimated($0) }
      #expect(isAnimated == ["animated.gif", "animated.webp"].contains(fixture.name))
    }
  }
}

extension AnimationReader {
  /// With a frame's own size.
  init(_ bytes: [UInt8]) throws(ImageDecodingError) {
    try self.init(Data(bytes), target: ImageTarget(size: PixelSize(width: 1_000, height: 1_000)))
  }
}

extension [UInt8] {
  /// All frames.
  func frames(
    in size: PixelSize = PixelSize(width: 100, height: 100),
    limits: DecodeLimits = .animation
  ) throws(ImageDecodingError) -> [AnimationFrame] {
    var reader = try AnimationReader(
      Data(self), target: ImageTarget(size: size), limits: limits)
    var frames: [AnimationFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return frames
  }
}

extension AnimationModel {
  fileprivate mutating func draw(_ frame: GIFSketch.Frame, palette: [UInt32]) -> PixelImage {
    let colors = frame.palette.isEmpty ? palette : frame.palette
    let pixels = frame.indices.map { index in
      index == frame.transparent ? 0 : 0xFF00_0000 | colors[Int(index)]
    }
    let disposal: Disposal =
      switch frame.disposal {
      case 2: .clear
      case 3: .restore
      default: .keep
      }
    return draw(left: frame.left, top: frame.top, width: frame.width, pixels: pixels, disposal)
  }
}

extension SeededRandom {
  fileprivate mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// Anywhere on the canvas, or reaching beyond it unless it is the first, which would enlarge it.
  fileprivate mutating func frame(on size: PixelSize, isInside: Bool) -> GIFSketch.Frame {
    let left = below(size.width + (isInside ? 0 : 2))
    let top = below(size.height + (isInside ? 0 : 2))
    let width = 1 + below(isInside ? size.width - left : 9)
    let height = 1 + below(isInside ? size.height - top : 20)
    let indices = (0..<width * height).map { _ in UInt8(below(4)) }
    var frame = GIFSketch.Frame(
      left: left, top: top, width: width, height: height, indices: indices)
    frame.disposal = UInt8(below(5))
    frame.transparent = below(2) == 0 ? UInt8(below(4)) : nil
    frame.isInterlaced = below(2) == 0
    if below(2) == 0 { frame.palette = (0..<4).map { _ in UInt32(below(1 << 24)) } }
    return frame
  }
}
