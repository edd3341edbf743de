import DecodingTestSupport
import FoundationEssentials
import ImageDecoding
import Raster
import Testing

@testable import ImageLoading

@Suite struct KeptFramesTests {
  private var kept = KeptFrames(limitBytes: 1_000)
  private let frames: [AnimationFrame]

  init() throws {
    var sketch = GIFSketch(width: 2, height: 2, repeats: 0)
    sketch.frames = (0..<2).map { .init(2, 2, filledWith: $0) }
    let animation = AnimatedImage(
      Data(sketch.bytes), target: ImageTarget(size: PixelSize(width: 2, height: 2)))
    frames = try (0..<2).compactMap { _ in try animation.nextFrame() }
  }

  @Test mutating func `all frames of a play are kept`() {
    for frame in frames {
      kept.frameDecoded()
      kept.append(frame)
    }
    kept.playEnded()
    #expect(kept.isWhole)
    #expect((0..<3).map { kept[$0] } == [frames[0], frames[1], nil])
  }

  @Test mutating func `a play that ends while a frame is processed keeps none`() {
    kept.frameDecoded()
    kept.append(frames[0])
    kept.frameDecoded()
    kept.playEnded()
    kept.append(frames[1])
    #expect(!kept.isWhole)
    kept.playEnded()
    #expect(!kept.isWhole)
    #expect(kept[0] == nil)
  }
}
