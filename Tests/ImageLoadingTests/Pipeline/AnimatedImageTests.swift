import DecodingTestSupport
import FoundationEssentials
import Glibc
import ImageDecoding
import Raster
import TestSupport
import Testing

@testable import ImageLoading

@Suite(.timeLimit(.minutes(1))) struct AnimatedImageTests {
  private let target = ImageTarget(size: PixelSize(width: 4, height: 4))

  private func animation(repeats: Int?) -> AnimatedImage {
    var sketch = GIFSketch(width: 2, height: 2, repeats: repeats)
    sketch.frames = (0..<3).map { .init(2, 2, filledWith: $0) }
    return AnimatedImage(Data(sketch.bytes), target: target)
  }

  @Test func `it plays as often as the file wants`() throws {
    let twice = animation(repeats: 1)
    let indices = try (0..<8).map { _ in try twice.nextFrame()?.index }
    #expect(indices == [0, 1, 2, 0, 1, 2, nil, nil])
    let forever = animation(repeats: 0)
    for turn in 0..<20 { #expect(try forever.nextFrame()?.index == turn % 3) }
  }

  @Test func `once stopped, it gives no frame`() throws {
    let animation = animation(repeats: 0)
    _ = try animation.nextFrame()
    animation.stop()
    #expect(animation.isStopped)
    #expect(throws: ImageError.cancelled) { try animation.nextFrame() }
  }

  @Test func `a file that is not an animation fails`() {
    let broken = AnimatedImage(Data([1, 2, 3]), target: target)
    #expect(throws: ImageError.decoding(.unknownFormat)) { try broken.nextFrame() }
  }

  @Test func `frames are processed in turn, and a processor's failure is its own`() throws {
    var sketch = GIFSketch(width: 2, height: 2)
    sketch.frames = [.init(2, 2, filledWith: 0), .init(2, 2, filledWith: 1)]
    let bytes = Data(sketch.bytes)
    let chain = AnimatedImage(bytes, target: target, processors: [Brightener(), Brightener()])
    #expect(try chain.nextFrame()?.image.pixels.first == .red + 2)
    let failing = AnimatedImage(bytes, target: target, processors: [Brightener(), NoLens()])
    #expect(throws: ImageError.processing(processor: "no lens", reason: "cancelled")) {
      try failing.nextFrame()
    }
  }

  @Test(arguments: [(48, 3), (47, 12)])
  func `a second play processes nothing, if all frames fit`(limit: Int, runs: Int) throws {
    // Three frames of 2x2 pixels, of 4 bytes each.
    var sketch = GIFSketch(width: 2, height: 2, repeats: 0)
    sketch.frames = (0..<3).map { .init(2, 2, filledWith: $0) }
    let tally = Tally(failsFirst: false)
    let animation = AnimatedImage(
      Data(sketch.bytes), target: target, processors: [tally], memoryLimit: limit)
    let first = try (0..<3).map { _ in try animation.nextFrame() }
    for _ in 0..<3 {
      #expect(try (0..<3).map { _ in try animation.nextFrame() } == first)
    }
    #expect(tally.runs.count == runs)
  }

  @Test func `a frame that could not be processed is tried again in the next play`() throws {
    var sketch = GIFSketch(width: 2, height: 2, repeats: 0)
    sketch.frames = (0..<2).map { .init(2, 2, filledWith: $0) }
    let failing = Tally(failsFirst: true)
    let animation = AnimatedImage(Data(sketch.bytes), target: target, processors: [failing])
    #expect(throws: ImageError.self) { try animation.nextFrame() }
    #expect(try animation.nextFrame()?.index == 1)
    #expect(try animation.nextFrame()?.index == 0)
  }

  @Test func `a pipeline decodes its frames`() async {
    let pipeline = ImagePipeline()
    let frames = Log<Result<AnimationFrame?, ImageError>>()
    let animation = animation(repeats: nil)
    for count in 1...4 {
      pipeline.loadFrame(of: animation) { frames.add($0) }
      await eventually("it is there") { frames.count == count }
    }
    let colors = frames.entries.map { try? $0.get()?.image.pixels.first }
    #expect(colors == [.red, .green, .blue, nil])
  }

  @Test func `callers are told on a thread no nicer than they are, who may share a lock with it`()
    async
  {
    let pipeline = ImagePipeline()
    let animation = animation(repeats: nil)
    let niceness = Log<Int32>()
    @Sendable func note() {
      niceness.add(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
    }
    note()
    pipeline.loadFrame(of: animation) { _ in note() }
    await eventually("the frame is there") { niceness.count == 2 }
    pipeline.loadImage(
      with: ImageRequest(url: URL(fileURLWithPath: "/nowhere"), targetSize: target.size)
    ) { _ in note() }
    await eventually("the load has ended") { niceness.count == 3 }
    #expect(Set(niceness.entries).count == 1)
  }
}

private struct Brightener: ImageProcessing {
  let identifier = "brighter"

  func process(_ image: PixelImage, isCancelled: () -> Bool) -> PixelImage {
    PixelImage(size: image.size, pixels: image.pixels.map { $0 + 1 })
  }
}

private struct NoLens: ImageProcessing {
  let identifier = "no lens"

  func process(_ image: PixelImage, isCancelled: () -> Bool) throws -> PixelImage {
    throw ImageError.cancelled
  }
}

/// Counts its runs.
private struct Tally: ImageProcessing {
  let identifier = "tally"
  let failsFirst: Bool
  let runs = Log<Void>()

  func process(_ image: PixelImage, isCancelled: () -> Bool) throws -> PixelImage {
    runs.add(())
    if failsFirst, runs.count == 1 { throw ImageError.cancelled }
    return image
  }
}
