import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Raster
import Testing

@testable import LoadPlanning

/// Loads that requests share although they differ, and loads that they do not share.
@Suite struct LoadSharingTests {
  @Test func `different processors share transfer and decode`() throws {
    var transcript = GraphTranscript()
    let (blur, sepia) = try (
      request("a", processors: ["blur"]), request("a", processors: ["sepia"])
    )
    let plain = try request("a")
    #expect(transcript.join(transcript.task(blur)) == ["fetch a"])
    #expect(transcript.join(transcript.task(sepia)) == [])
    #expect(transcript.fetched(plain.url) == ["decode a normal"])
    #expect(
      transcript.worked(plain).sorted() == [
        "process a+blur", "process a+sepia", "remember a on probation",
      ])
    #expect(transcript.worked(blur) == ["remember a+blur", "deliver a+blur"])
    #expect(transcript.worked(sepia) == ["remember a+sepia", "deliver a+sepia"])
    #expect(transcript.graph.statistics.requested == 2)
  }

  @Test func `equal processors run once, and a chain shares its beginning`() throws {
    var transcript = GraphTranscript()
    let blur = try request("a", processors: ["blur"])
    let both = try request("a", processors: ["blur", "sepia"])
    for request in [blur, blur, both] { _ = transcript.join(transcript.task(request)) }
    _ = transcript.fetched(blur.url)
    #expect(
      transcript.worked(try request("a")) == ["remember a on probation", "process a+blur"])
    #expect(
      transcript.worked(blur).sorted() == [
        "deliver a+blur", "deliver a+blur", "process a+blur+sepia", "remember a+blur",
      ])
    #expect(transcript.worked(both) == ["remember a+blur+sepia", "deliver a+blur+sepia"])
  }

  @Test func `an unprocessed picture that is in memory is processed without a transfer`() throws {
    let image = PixelImage(size: PixelSize(width: 4, height: 4), filledWith: 1)
    var transcript = GraphTranscript()
    let blur = try request("a", processors: ["blur"])
    let base = PictureBase(image: image, processorCount: 0)
    #expect(transcript.join(transcript.task(blur), from: base) == ["process a+blur"])
    #expect(transcript.worked(blur) == ["remember a+blur", "deliver a+blur"])
  }

  @Test func `a picture in memory with all processors answers at once`() throws {
    let image = PixelImage(size: PixelSize(width: 4, height: 4), filledWith: 1)
    var transcript = GraphTranscript()
    let base = PictureBase(image: image, processorCount: 1)
    let task = transcript.task(try request("a", processors: ["blur"]))
    #expect(transcript.join(task, from: base) == ["deliver a+blur"])
    #expect(transcript.graph.statistics.memoryHits == 1 && transcript.graph.loads.isEmpty)
  }

  @Test func `a processed picture in memory saves its processors`() throws {
    let image = PixelImage(size: PixelSize(width: 4, height: 4), filledWith: 1)
    let both = try request("a", processors: ["blur", "sepia"])
    for (processorCount, line) in [(1, "process a+blur+sepia"), (0, "process a+blur")] {
      var transcript = GraphTranscript()
      let base = PictureBase(image: image, processorCount: processorCount)
      #expect(transcript.join(transcript.task(both), from: base) == [line])
    }
  }

  @Test func `a picture for once is not kept, unless another wants it for longer`() throws {
    var transcript = GraphTranscript()
    var once = try request("a")
    once.isTransient = true
    _ = transcript.join(transcript.task(once))
    _ = transcript.fetched(once.url)
    #expect(transcript.worked(once) == ["deliver a"])
    var blur = try request("a", processors: ["blur"])
    blur.isTransient = true
    _ = transcript.join(transcript.task(blur))
    _ = transcript.fetched(once.url)
    #expect(transcript.worked(once) == ["process a+blur"])
    #expect(transcript.worked(blur) == ["deliver a+blur"])
    for request in [once, try request("a")] { _ = transcript.join(transcript.task(request)) }
    _ = transcript.fetched(once.url)
    #expect(transcript.worked(once) == ["remember a", "deliver a", "deliver a"])
  }

  @Test func `a processor that fails is its own error, and fails nobody else`() throws {
    var transcript = GraphTranscript()
    let (blur, plain) = try (request("a", processors: ["blur"]), request("a"))
    for request in [blur, plain] { _ = transcript.join(transcript.task(request)) }
    _ = transcript.fetched(plain.url)
    #expect(
      transcript.worked(plain).sorted() == ["deliver a", "process a+blur", "remember a"])
    let error = ImageError.processing(processor: "blur", reason: "no lens")
    #expect(transcript.worked(blur, .failure(error)) == ["deliver a+blur: blur: no lens"])
  }

  @Test func `a processor's last subscriber stops the decode below it`() throws {
    var transcript = GraphTranscript()
    let blur = try request("a", processors: ["blur"])
    let task = transcript.task(blur)
    _ = transcript.join(task)
    _ = transcript.fetched(blur.url)
    #expect(transcript.leave(task) == ["deliver a+blur: cancelled", "cancel decode a"])
    #expect(transcript.graph.loads.isEmpty)
  }

  @Test func `requests with different limits share nothing`() throws {
    var transcript = GraphTranscript()
    let a = try request("a")
    var strict = a
    strict.limits = ImageLimits(maxBytes: 1)
    #expect(transcript.join(transcript.task(a)) == ["fetch a"])
    #expect(transcript.join(transcript.task(strict)) == ["fetch a"])
  }

  @Test func `a reload and a standard request share the transfer, not the load`() throws {
    var transcript = GraphTranscript()
    let a = try request("a")
    var reload = a
    reload.cachePolicy = .reload
    #expect(transcript.join(transcript.task(a)) == ["fetch a"])
    #expect(transcript.join(transcript.task(reload)) == [])
    #expect(transcript.fetched(a.url) == ["decode a normal", "decode a normal"])
    #expect(transcript.graph.statistics.requested == 2)
  }
}
