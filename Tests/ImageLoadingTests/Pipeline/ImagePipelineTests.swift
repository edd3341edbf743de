import FoundationEssentials
import ImageDecoding
import LoadingTestSupport
import Raster
import Synchronization
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite(.timeLimit(.minutes(1))) struct ImagePipelineTests {
  private typealias Outcome = Result<PixelImage, ImageError>

  private let loader = HeldDataLoader()
  private let decoder = FlatDecoder()
  private let pipeline: ImagePipeline

  init() {
    pipeline = Self.pipeline(loader, decoder)
  }

  private static func pipeline(
    _ loader: HeldDataLoader, _ decoder: FlatDecoder
  ) -> ImagePipeline {
    var configuration = ImagePipeline.Configuration()
    configuration.dataLoader = loader
    configuration.decoder = decoder
    configuration.connectionsPerHost = 2
    return ImagePipeline(configuration)
  }

  /// Has the queue that starts loads, on which completions run, wait for the gate.
  private func holdUp(_ pipeline: ImagePipeline, until gate: Gate) async throws {
    let held = Log<Void>()
    let unusable = ImageRequest(
      url: try #require(URL(string: "ftp://a.test")), targetSize: PixelSize(width: 1, height: 1))
    pipeline.loadImage(with: unusable) { _ in
      held.add(())
      gate.pass()
    }
    await eventually("it is held up") { held.count == 1 }
  }

  @Test func `many equal requests make one transfer and one decode`() async throws {
    let outcomes = Log<Outcome>()
    for _ in 0..<20 { pipeline.loadImage(with: try request("a")) { outcomes.add($0) } }
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(try url("a"))
    await eventually("all are answered") { outcomes.count == 20 }
    #expect(try outcomes.entries.allSatisfy { try $0.get().pixels.first == 7 })
    #expect(loader.started.count == 1 && decoder.targets.count == 1)
    await eventually("the counters say so") {
      let statistics = pipeline.statistics
      return statistics.requested == 1 && statistics.coalesced == 19 && statistics.transfers == 1
        && statistics.loaded == 1 && statistics.tasksInFlight == 0
    }
  }

  @Test func `a loaded picture is in memory`() async throws {
    let wanted = try request("a")
    #expect(pipeline.cachedImage(for: wanted) == nil)
    async let image = pipeline.image(for: wanted)
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(wanted.url)
    let loaded = try await image
    #expect(pipeline.cachedImage(for: wanted) == loaded)
    #expect(try await pipeline.image(for: wanted) == loaded)
    #expect(loader.started.count == 1)
    #expect(pipeline.statistics.memoryHits == 2 && pipeline.statistics.cacheBytes > 0)
  }

  @Test func `one of two canceled: the other gets its picture`() async throws {
    let outcomes = Log<Outcome>()
    let first = pipeline.loadImage(with: try request("a")) { outcomes.add($0) }
    let second = Log<Outcome>()
    pipeline.loadImage(with: try request("a")) { second.add($0) }
    await eventually("the transfer starts") { loader.started.count == 1 }
    first.cancel()
    first.cancel()
    #expect(first.isCancelled)
    await eventually("it is told") { outcomes.count == 1 }
    #expect(outcomes.entries == [.failure(.cancelled)])
    #expect(loader.cancelled.isEmpty)
    loader.answer(try url("a"))
    await eventually("the other is answered") { second.count == 1 }
    #expect(outcomes.count == 1)
  }

  @Test func `both canceled: the transfer stops`() async throws {
    let outcomes = Log<Outcome>()
    let tasks = try (1...2).map { side in
      pipeline.loadImage(with: try request("a", side: side)) { outcomes.add($0) }
    }
    await eventually("the transfer starts") { loader.started.count == 1 }
    for task in tasks { task.cancel() }
    try await eventually("it stops") { try loader.cancelled == [url("a")] }
    await eventually("both are told") {
      outcomes.entries == [.failure(.cancelled), .failure(.cancelled)]
    }
  }

  @Test func `started and canceled in one turn costs no transfer`() async throws {
    let turn = Gate()
    let outcomes = Log<Outcome>()
    try await holdUp(pipeline, until: turn)
    pipeline.loadImage(with: try request("a")) { outcomes.add($0) }.cancel()
    turn.open()
    await eventually("it is told") { outcomes.entries == [.failure(.cancelled)] }
    #expect(loader.started.isEmpty)
    #expect(pipeline.statistics.cancelled == 1 && pipeline.statistics.transfers == 0)
  }

  @Test func `taken back while it is being started, it costs no transfer`() async throws {
    let (turns, takenBack) = (Log<Void>(), Gate())
    var configuration = pipeline.configuration
    // The pipeline reads the clock as it takes the task, which has not been taken back yet.
    configuration.clock = HookedClock {
      turns.add(())
      if turns.count == 1 { takenBack.pass() }
    }
    let pipeline = ImagePipeline(configuration)
    let outcomes = Log<Outcome>()
    let task = pipeline.loadImage(with: try request("a")) { outcomes.add($0) }
    await eventually("it is being started") { turns.count == 1 }
    task.cancel()
    takenBack.open()
    await eventually("it is told") { outcomes.entries == [.failure(.cancelled)] }
    #expect(loader.started.isEmpty && pipeline.statistics.transfers == 0)
  }

  @Test func `asked for again just as it gets ready, it is in memory`() async throws {
    let (decoding, turn) = (Gate(), Gate())
    let decoder = FlatDecoder(gate: decoding)
    let pipeline = Self.pipeline(loader, decoder)
    let outcomes = Log<Outcome>()
    let wanted = try request("a")
    pipeline.loadImage(with: wanted) { outcomes.add($0) }
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(wanted.url)
    await eventually("it is decoded") { pipeline.statistics.decodesInFlight == 1 }
    try await holdUp(pipeline, until: turn)
    decoding.open()
    await eventually("the picture is made") { decoder.made.count == 1 }
    // One of them comes just after the decode thread's message, in the same turn.
    for _ in 0..<200 {
      pipeline.loadImage(with: wanted) { outcomes.add($0) }
      await Task.yield()
    }
    turn.open()
    await eventually("all are answered") { outcomes.count == 201 }
    #expect(loader.started.count == 1 && decoder.targets.count == 1)
  }

  @Test func `a cancel that comes before the delivery wins`() async throws {
    let (decoding, turn) = (Gate(), Gate())
    let decoder = FlatDecoder(gate: decoding)
    let pipeline = Self.pipeline(loader, decoder)
    let outcomes = Log<Outcome>()
    let wanted = try request("a")
    let task = pipeline.loadImage(with: wanted) { outcomes.add($0) }
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(wanted.url)
    await eventually("it is decoded") { pipeline.statistics.decodesInFlight == 1 }
    try await holdUp(pipeline, until: turn)
    decoding.open()
    await eventually("the picture is made") { decoder.made.count == 1 }
    task.cancel()
    turn.open()
    await eventually("it is told") { outcomes.entries == [.failure(.cancelled)] }
  }

  @Test func `visible pictures start before prefetched ones`() async throws {
    pipeline.loadImage(with: try request("1")) { _ in }
    pipeline.loadImage(with: try request("2")) { _ in }
    await eventually("both slots are taken") { loader.started.count == 2 }
    pipeline.loadImage(with: try request("ahead", .low)) { _ in }
    let raised = pipeline.loadImage(with: try request("raised", .low)) { _ in }
    pipeline.loadImage(with: try request("visible")) { _ in }
    raised.priority = .high
    #expect(raised.priority == .high)
    await eventually("all wait") { pipeline.statistics.queued == 3 }
    await eventually("all have started") {
      for url in loader.started { loader.answer(url) }
      return loader.started.count == 5
    }
    #expect(loader.started.dropFirst(2).map(\.lastPathComponent) == ["raised", "visible", "ahead"])
  }

  @Test func `a failure is delivered and not remembered`() async throws {
    let wanted = try request("a")
    for error in [ImageError.status(404), .empty] {
      let count = loader.started.count
      let image = Task { [pipeline] in try await pipeline.image(for: wanted) }
      await eventually("a transfer starts") { loader.started.count == count + 1 }
      loader.answer(wanted.url, .failure(error))
      await #expect(throws: error) { try await image.value }
    }
    #expect(pipeline.statistics.failed == 2)
  }

  @Test func `bytes that are no picture say so`() async throws {
    let wanted = try request("a")
    let image = Task { [pipeline] in try await pipeline.image(for: wanted) }
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(wanted.url, .success(Data([0])))
    await #expect(throws: ImageError.decoding(.unknownFormat)) { try await image.value }
  }

  @Test func `canceling the surrounding task cancels the load`() async throws {
    let wanted = try request("a")
    let task = Task { [pipeline] in try await pipeline.image(for: wanted) }
    await eventually("the transfer starts") { loader.started.count == 1 }
    task.cancel()
    await #expect(throws: ImageError.cancelled) { try await task.value }
    await eventually("it stops") { loader.cancelled == [wanted.url] }
  }

  @Test func `a task that is canceled beforehand loads nothing`() async throws {
    let wanted = try request("a")
    let task = Task { [pipeline] in
      while !Task.isCancelled { await Task.yield() }
      return try await pipeline.image(for: wanted)
    }
    task.cancel()
    await #expect(throws: ImageError.cancelled) { try await task.value }
    await eventually("nothing is left") { pipeline.statistics.tasksInFlight == 0 }
    await eventually("a transfer that had started stops") {
      loader.cancelled.count == loader.started.count
    }
  }

  @Test func `cancelAll ends everything`() async throws {
    let outcomes = Log<Outcome>()
    for name in 0..<10 { pipeline.loadImage(with: try request("\(name)")) { outcomes.add($0) } }
    pipeline.cancelAll()
    await eventually("all are told") { outcomes.count == 10 }
    #expect(outcomes.entries.allSatisfy { $0 == .failure(.cancelled) })
    #expect(loader.cancelled.count == loader.started.count)
  }

  @Test func `a released pipeline finishes its requests, and then is gone`()
    async throws
  {
    let outcomes = Log<Outcome>()
    weak var coordinator: LoadCoordinator?
    do {
      let pipeline = Self.pipeline(loader, decoder)
      coordinator = pipeline.coordinator
      pipeline.loadImage(with: try request("released")) { outcomes.add($0) }
    }
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(try url("released"))
    await eventually("it is there") { outcomes.count == 1 }
    #expect(try outcomes.entries.first?.get().pixels.first == 7)
    await eventually("nothing is left of it") { coordinator == nil }
  }

  @Test func `a data URL is decoded without a transfer`() async throws {
    let wanted = ImageRequest(
      url: try #require(URL(string: "data:image/png;base64,Bw==")),
      targetSize: PixelSize(width: 2, height: 2))
    #expect(try await pipeline.image(for: wanted).pixels == [7, 7, 7, 7])
    #expect(loader.started.isEmpty && pipeline.statistics.bytes == 1)
  }

  @Test func `a decode that nobody waits for any more is stopped`() async throws {
    let gate = Gate()
    let pipeline = Self.pipeline(loader, FlatDecoder(gate: gate))
    let wanted = try request("a")
    let task = pipeline.loadImage(with: wanted) { _ in }
    await eventually("the transfer starts") { loader.started.count == 1 }
    loader.answer(wanted.url)
    await eventually("it is decoded") { pipeline.statistics.decodesInFlight == 1 }
    task.cancel()
    await eventually("it is cancelled") { pipeline.statistics.cancelled == 1 }
    #expect(pipeline.statistics.decodesInFlight == 0)
    gate.open()
    await eventually("nothing is left") { pipeline.statistics.tasksInFlight == 0 }
  }
}

/// A clock that stands still, and calls a closure when it is read.
private struct HookedClock: LoadClock {
  let read: @Sendable () -> Void

  var time: LoadTime {
    read()
    return LoadTime()
  }

  func alarm(
    after delay: Duration, ring: @escaping @Sendable () -> Void
  ) -> any AnyObject & Sendable {
    Log<Void>()
  }
}
