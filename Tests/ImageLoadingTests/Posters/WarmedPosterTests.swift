import DecodingTestSupport
import Foundation
import Glibc
import ImageDecoding
import LocalPictures
import Raster
import TestSupport
import Testing
import ThumbnailStore

@testable import ImageLoading
@testable import LoadPlanning

/// Posters that are made beforehand.
@Suite(.ownThread, .timeLimit(.minutes(1))) struct WarmedPosterTests {
  @Test func `no more posters are made at a time than there are processors`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("poster.png", try Fixture("color.png").bytes)
    // The program may write no file, but make folders. One that was killed leaves its folder.
    let script = """
      #!/bin/sh
      cd "${0%/*}"
      mkdir "running-$$"
      count=0
      for folder in running-*; do
        kill -0 "${folder#running-}" 2>/dev/null && count=$((count + 1))
      done
      mkdir -p "seen-$count"
      sleep 0.05
      rmdir "running-$$"
      cat poster.png
      """
    let tool = try folder.file("ffmpegthumbnailer", Array(script.utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
    let videos = try (0..<20).map { try folder.file("\($0).mp4", Array("video \($0)".utf8)) }
    let long = Date(timeIntervalSinceNow: -3_600)
    for video in videos {
      try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: video.path)
    }
    let caches = try TemporaryFolder()
    let posterTool = PosterTool(in: SearchPath(folder.url.path))
    try #require(posterTool != nil)
    let maker = ThumbnailMaker(
      store: ThumbnailCache(folder: caches.url.path, limitBytes: 1 << 24), posterTool: posterTool)

    maker.run(20) { number in
      ImageRequest(
        url: videos[number], targetSize: PixelSize(width: 64, height: 32),
        thumbnails: .ifSufficient)
    }

    // A poster may fail on a machine without free processes; the others show the limit.
    #expect(maker.current.done == 20)
    let counts = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasPrefix("seen-") }.compactMap { Int($0.dropFirst(5)) }
    let most = try #require(counts.max())
    #expect(most <= sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}
