import DecodingTestSupport
import Foundation
import ImageDecoding
import LoadingTestSupport
import Raster
import TestSupport
import Testing
import ThumbnailStore

@testable import ImageLoading
@testable import LoadPlanning
@testable import LocalPictures

/// Posters of videos, by a script that stands for a program which makes them.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct PosterTests {
  private let folder: TemporaryFolder
  private let video: URL

  init() throws {
    folder = try TemporaryFolder()
    video = try folder.file("a clip.mp4", Array(repeating: 7, count: 3_000))
    _ = try folder.file("poster.png", try Fixture("color.png").bytes)
    let long = Date(timeIntervalSinceNow: -3_600)
    try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: video.path)
  }

  /// A program that is a script, and runs in the folder of the test.
  private func write(_ script: String, named name: String) throws {
    let file = try folder.file(name, Array("#!/bin/sh\ncd \"${0%/*}\"\n\(script)\n".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  private func tool(
    _ script: String, named name: String = "ffmpegthumbnailer"
  ) throws -> PosterTool {
    try write(script, named: name)
    return try #require(PosterTool(in: SearchPath("relative:\(folder.url.path)")))
  }

  private func poster(
    by script: String, within limits: ConfinedProgram.Limits = ConfinedProgram.Limits(),
    isCancelled: () -> Bool = { false }
  ) throws -> Data {
    let path = Array(video.path.utf8)
    return try tool(script).poster(of: path, within: limits, isCancelled: isCancelled)
  }

  private func pipeline(_ script: String, _ store: ThumbnailCache? = nil) throws -> ImagePipeline {
    var configuration = ImagePipeline.Configuration()
    configuration.thumbnailStore = store
    configuration.posterTool = try tool(script)
    return ImagePipeline(configuration)
  }

  private var request: ImageRequest {
    ImageRequest(
      url: video, targetSize: PixelSize(width: 64, height: 32), thumbnails: .ifSufficient)
  }

  @Test func `a video is shown by its poster, and says that it is a video`() async throws {
    let image = try await pipeline("cat poster.png").image(for: request)
    #expect(image.size == Fixture.size)
    #expect(image.info?.format == "MP4 video" && image.info?.bytes == 3_000)
  }

  @Test func `a second visit asks no program, and opens no video`() async throws {
    let caches = try TemporaryFolder()
    func store() -> ThumbnailCache { ThumbnailCache(folder: caches.url.path, limitBytes: 1 << 24) }
    let first = try pipeline("cat poster.png", store())
    _ = try await first.image(for: request)
    first.flushThumbnails()
    let opened = try OpenedFiles(in: folder.url)
    let image = try await pipeline("exit 3", store()).image(for: request)
    #expect(image.info?.format == "MP4 video" && image.size == Fixture.size)
    #expect(!opened.names().contains(video.lastPathComponent))
  }

  @Test func `the detail view takes a stored poster that is large enough, another it asks for`()
    async throws
  {
    let caches = try TemporaryFolder()
    func store() -> ThumbnailCache { ThumbnailCache(folder: caches.url.path, limitBytes: 1 << 24) }
    // A poster of 64x32, which a class of smaller tiles would shrink.
    _ = try folder.file("poster.png", try Fixture("color.png").bytes)
    let first = try pipeline("cat poster.png", store())
    _ = try await first.image(for: request)
    first.flushThumbnails()
    var detail = request
    detail.thumbnails = .never
    detail.targetSize = PixelSize(width: 50, height: 50)
    let next = try pipeline("exit 3", store())
    let image = try await next.image(for: detail)
    #expect(image.info?.format == "MP4 video" && next.statistics.diskHits == 1)
    detail.cachePolicy = .reload
    await #expect(throws: ImageError.self) { try await next.image(for: detail) }
  }

  @Test func `a stored poster waits for no program`() async throws {
    let caches = try TemporaryFolder()
    func store() -> ThumbnailCache { ThumbnailCache(folder: caches.url.path, limitBytes: 1 << 24) }
    let first = try pipeline("cat poster.png", store())
    _ = try await first.image(for: request)
    first.flushThumbnails()
    let next = try pipeline("ln -s $$ started$$; sleep 1000", store())
    let others = try ["b.mp4", "c.mp4", "d.mp4"].map { name in
      var other = request
      other.url = try folder.file(name, [7])
      return next.loadImage(with: other) { _ in }
    }
    try await eventually("every thread for posters waits for a program") {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .count { $0.hasPrefix("started") } == 2
    }
    let image = try await next.image(for: request)
    #expect(image.info?.format == "MP4 video")
    #expect(next.statistics.tasksInFlight >= others.count)
    for task in others { task.cancel() }
  }

  @Test func `the program gets the video as one argument that is no option`() throws {
    let output = try poster(by: "for argument; do echo \"<$argument>\"; done")
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.last == "<\(video.path)>" && video.path.hasPrefix("/"))
  }

  @Test func `the program reads nothing, and cannot write to a file`() throws {
    let output = try poster(by: "cat; (echo x > written) 2>/dev/null || echo refused")
    #expect(String(decoding: output, as: UTF8.self) == "refused\n")
  }

  @Test func `the program blocks no signal because the thread that starts it does`() throws {
    var mask = sigset_t()
    var former = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &mask, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    let output = try poster(by: "sed -n 's/SigBlk:\t//p' /proc/self/status")
    let line = String(decoding: output, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    let blocked = try #require(UInt64(line, radix: 16))
    #expect(blocked >> (SIGTERM - 1) & 1 == 0)
  }

  @Test func `a program that takes too long is ended, with what it has started`() async throws {
    let started = folder.url.appending(path: "parent")
    var limits = ConfinedProgram.Limits()
    limits.time = .milliseconds(1)
    #expect(throws: ConfinedProgram.Failure.tooLong) {
      try poster(
        by: "sleep 1000 & ln -s $! child; ln -s $$ parent; sleep 1000", within: limits
      ) {
        let deadline = ContinuousClock.now + patience
        while !exists(started), .now < deadline { sched_yield() }
        return false
      }
    }
    try await expectEnded("child")
    try await expectEnded("parent")
  }

  @Test func `a program that nobody waits for is ended`() async throws {
    let started = folder.url.appending(path: "parent")
    #expect(throws: ConfinedProgram.Failure.cancelled) {
      try poster(by: "ln -s $$ parent; sleep 1000") {
        exists(started)
      }
    }
    try await expectEnded("parent")
  }

  private func exists(_ link: URL) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)) != nil
  }

  @Test func `a poster that nobody wants any more ends its program`() async throws {
    let started = folder.url.appending(path: "parent")
    let pipeline = try pipeline("ln -s $$ parent; sleep 1000")
    let task = pipeline.loadImage(with: request) { _ in }
    await eventually("it runs") { exists(started) }
    task.cancel()
    try await expectEnded("parent")
  }

  private func expectEnded(_ name: String) async throws {
    let link = folder.url.appending(path: name).path
    let process = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    // A grandchild is reaped by another process, if at all; until then the system calls it Z.
    await eventually("it has ended") {
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      guard let status, !status.isEmpty else { return true }
      return status.contains(" Z ") || status.contains(" X ")
    }
  }

  @Test func `output without end is cut off`() {
    #expect(throws: ConfinedProgram.Failure.tooMuchOutput) { try poster(by: "exec cat /dev/zero") }
  }

  @Test(arguments: [
    "exit 0", "exit 3", "exit 127", "exit 183", "kill -9 $$", "echo garbage",
    "head -c 60 poster.png",
  ])
  func `output that is not a picture is a failure with a reason`(script: String) async throws {
    let error = await #expect(throws: ImageError.self) {
      try await pipeline(script).image(for: request)
    }
    #expect(error?.description.isEmpty == false)
    if script.hasPrefix("exit") {
      #expect(error?.description.contains("ffmpegthumbnailer") == true)
    }
    if script == "exit 3" { #expect(error?.description.contains("exit status 3") == true) }
    if script == "exit 183" { #expect(error?.description.contains("exit status 183") == true) }
    if script == "kill -9 $$" {
      #expect(error?.description.contains("ffmpegthumbnailer was killed by signal 9") == true)
    }
    if script == "exit 127" { #expect(error?.description.contains("cannot be run") == true) }
  }

  @Test func `without a program a sentence says what to install`() async throws {
    let error = await #expect(throws: ImageError.self) {
      try await ImagePipeline().image(for: request)
    }
    #expect(error?.description.contains("ffmpegthumbnailer") == true)
  }

  @Test func `a program is searched for in absolute folders`() throws {
    #expect(PosterTool(in: SearchPath("")) == nil && PosterTool(in: SearchPath("bin:./:")) == nil)
    #expect(try tool("", named: "ffmpeg").name == "ffmpeg")
    #expect(try tool("").name == "ffmpegthumbnailer")
  }

  @Test func `ffmpeg is asked for the picture at a tenth of the length`() throws {
    try write("echo 250.5", named: "ffprobe")
    let ffmpeg = try tool("echo \"$@\"", named: "ffmpeg")
    let output = try ffmpeg.poster(
      of: Array(video.path.utf8), within: ConfinedProgram.Limits(), isCancelled: { false })
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.contains("-ss 25.05 -i file:\(video.path) ") && text.contains("file,pipe"))
  }
}
