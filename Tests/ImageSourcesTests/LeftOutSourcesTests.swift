import FolderSources
import Foundation
import ImageSources
import SourceItems
import TestSupport
import Testing

/// Messages about sources that are left out.
@Suite struct LeftOutSourcesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `beside other sources, it is named with the option`() throws {
    for name in ["inner 0", "inner 1"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    let picture = try folder.file("inner 0/p.png", [1]).path
    let arguments = SourceArguments(sources: [folder.url.path, picture])
    let name = folder.url.lastPathComponent
    #expect(
      try arguments.resolve().notice
        == "1 left out: \(name) has no pictures, but 2 folders (try -r)")
  }

  @Test func `a video that is named needs a program`() throws {
    let video = try folder.file("a.mp4", [1]).path
    let arguments = SourceArguments(
      sources: [video], folders: FolderSource.Options(videos: .withoutTool))
    #expect(throws: SourceError.videoWithoutTool(video)) { try arguments.resolve() }
    let unwanted = SourceArguments(
      sources: [video], folders: FolderSource.Options(videos: .leftOut))
    #expect(throws: SourceError.notAPicture(video)) { try unwanted.resolve() }
  }
}
