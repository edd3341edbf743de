import Foundation
import GalleryItems
import SourceItems
import TestSupport
import Testing

@testable import FolderSources

/// Messages about entries of a folder that are not shown.
@Suite(.timeLimit(.minutes(1))) struct LeftOutEntriesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(folders: Int = 0, files: [String] = []) throws {
    for number in 0..<folders {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: "inner \(number)"), withIntermediateDirectories: true)
    }
    for name in files { _ = try folder.file(name, [1]) }
  }

  private func options(_ videos: VideoChoice, isRecursive: Bool = false) -> FolderSource.Options {
    var options = FolderSource.Options()
    options.videos = videos
    options.isRecursive = isRecursive
    return options
  }

  /// The sentence on a folder that has no picture.
  private func problem(_ videos: VideoChoice, isRecursive: Bool = false) -> String? {
    do {
      _ = try FolderSource(
        folder.url.path, options: options(videos, isRecursive: isRecursive)
      ).read()
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [(1, "1 folder"), (3, "3 folders")])
  func `a folder of folders names the option that reads them`(count: Int, words: String) throws {
    try make(folders: count, files: ["notes.txt"])
    let path = folder.url.path
    #expect(problem(.withoutTool) == "no pictures in \(path), but \(words): try -r")
    #expect(problem(.withoutTool, isRecursive: true)?.contains("-r") == false)
  }

  @Test func `videos without a program that shows them are counted, unwanted ones are not`() throws
  {
    try make(files: ["a.mp4", "b.MOV", ".hidden.mp4"])
    let path = folder.url.path
    #expect(
      problem(.withoutTool) == "no pictures in \(path), but 2 videos: install ffmpegthumbnailer")
    #expect(problem(.leftOut)?.contains("video") == false)
    #expect(problem(.shown) == nil)
    try make(folders: 2)
    #expect(
      problem(.withoutTool)
        == "no pictures in \(path), but 2 folders and 2 videos: try -r, and install ffmpegthumbnailer"
    )
  }

  @Test(arguments: [
    (0, 0, nil), (1, 0, "1 folder inside is left out; -r shows it too"),
    (2, 0, "2 folders inside are left out; -r shows them too"),
    (0, 1, "1 video is left out: install ffmpegthumbnailer"),
    (1, 2, "1 folder and 2 videos are left out: try -r, and install ffmpegthumbnailer"),
  ])
  func `a folder with pictures says what is left out once it is read`(
    folders: Int, videos: Int, notice: String?
  ) async throws {
    try make(folders: folders, files: ["p.png"] + (0..<videos).map { "\($0).mp4" })
    let followed = Followed(folder.url.path, options(.withoutTool))
    await followed.shows(["p.png"])
    #expect(followed.notices == [notice].compactMap(\.self))
    followed.end()
  }

  @Test func `the folder of one picture that is named says nothing of others`() async throws {
    try make(folders: 2, files: ["p.png"])
    let followed = Followed(folder.url.path, named: "p.png")
    await followed.shows(["p.png"])
    #expect(followed.notices == [])
    followed.end()
  }

  @Test func `a followed folder that has no picture says the same`() async throws {
    try make(folders: 3)
    let followed = Followed(folder.url.path)
    await eventually("it ends") { followed.hasEnded }
    #expect(followed.source.failure?.description.hasSuffix(", but 3 folders: try -r") == true)
  }
}
