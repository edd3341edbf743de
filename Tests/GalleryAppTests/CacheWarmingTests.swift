import FolderSources
import Foundation
import GalleryCore
import GalleryItems
import Glibc
import ImageDecoding
import ImageLoading
import ImageSources
import LocalPictures
import Raster
import SourceItems
import TerminalUI
import TestSupport
import Testing
import ThumbnailStore

@testable import GalleryApp

/// A folder with twelve pictures and a video, whose poster never comes.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct CacheWarmingTests {
  private let pictures: TemporaryFolder
  private let caches: TemporaryFolder
  private let tools: TemporaryFolder
  private let texts = Log<String>()

  init() throws {
    (pictures, caches, tools) = (
      try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder()
    )
    for number in 0..<12 {
      let pixels = repeatElement([UInt8(number * 5), 100, 255], count: 1_200).joined()
      _ = try pictures.file("\(number).ppm", "P6 40 30 255\n".utf8 + Array(pixels))
    }
    _ = try pictures.file("12.mp4", [1])
    let before = Date(timeIntervalSinceNow: -3_600)
    for name in try FileManager.default.contentsOfDirectory(atPath: pictures.path) {
      try FileManager.default.setAttributes(
        [.modificationDate: before], ofItemAtPath: "\(pictures.path)/\(name)")
    }
    // It may write no file, but make links.
    let script = "#!/bin/sh\nln -s $$ '\(tools.path)/asked'\nexec sleep 1000\n"
    let tool = try tools.file("ffmpegthumbnailer", Array(script.utf8))
    try #require(chmod(tool.path, 0o700) == 0)
  }

  private func warming(
    videos: Bool, clock: any Poller, isTerminal: Bool
  ) throws -> CacheWarming {
    let folders = FolderSource.Options(videos: videos ? .shown : .leftOut)
    let items = try SourceArguments(sources: [pictures.path], folders: folders).resolve().items
    return CacheWarming(
      items, to: ThumbnailCache(folder: caches.path, limitBytes: 1 << 24),
      target: PixelSize(width: 20, height: 15), posterTool: PosterTool(in: SearchPath(tools.path)),
      clock: clock,
      output: CacheWarming.Output(isTerminal: isTerminal) { [texts] in texts.add($0) })
  }

  /// Warms until a signal comes at an instant, while the poster is awaited.
  private func warm(until instant: Duration, isTerminal: Bool) throws {
    let time = VirtualTime()
    let asked = tools.path + "/asked"
    time.settle {
      let deadline = ContinuousClock.now + patience
      while (try? FileManager.default.destinationOfSymbolicLink(atPath: asked)) == nil,
        .now < deadline
      { sched_yield() }
    }
    time.schedule(at: instant) { pthread_kill(pthread_self(), SIGINT) }
    #expect(try warming(videos: true, clock: time, isTerminal: isTerminal).run() == SIGINT)
  }

  private func count(_ name: String) -> Int {
    let line = texts.entries.last?.split(separator: "\n").first { $0.contains(name) }
    return line.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
  }

  @Test func `a warming that is stopped keeps what is made, and the next one goes on`() throws {
    try warm(until: .milliseconds(900), isTerminal: true)
    let made = count("thumbnails made")
    #expect(made + count("not reached") == 13, "\(texts.entries)")
    #expect(try warming(videos: false, clock: SystemClock(), isTerminal: false).run() == nil)
    #expect(count("were there") == made && count("thumbnails made") == 12 - made)
  }

  @Test(arguments: [(true, Duration.milliseconds(900), 4), (false, .seconds(35), 3)])
  func `a terminal is told five times a second, a file every ten seconds`(
    isTerminal: Bool, end: Duration, reports: Int
  ) throws {
    try warm(until: end, isTerminal: isTerminal)
    let lines = texts.entries.dropLast()
    #expect(lines.count == reports)
    #expect(lines.allSatisfy { $0.contains(" of 13 pictures, ") })
    #expect(lines.allSatisfy { $0.hasPrefix("\r") == isTerminal })
    let time = "in \((end / .seconds(1)).text(decimals: 1)) s, "
    #expect(texts.entries.last?.contains(time) == true, "\(texts.entries)")
  }
}
