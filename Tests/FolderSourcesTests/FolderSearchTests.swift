import FolderSources
import Foundation
import GalleryItems
import Prefetching
import SourcesTestSupport
import TestSupport
import Testing

@Suite struct FolderSearchTests {
  @Test(arguments: [false, true])
  func `a search of a folder finds names, and the folders in captions`(isRecursive: Bool) throws {
    var random = SeededRandom(seed: 9)
    let folder = try TemporaryFolder()
    for inside in ["Trip", "Trip/é day"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(inside), withIntermediateDirectories: true)
    }
    for number in 0..<120 {
      let inside = ["", "Trip/", "Trip/é day/"][number % 3]
      let name = "\(inside)\(number) \(CaptionSearch.word(1...5, &random)).png"
      try Data([1]).write(to: folder.url.appendingPathComponent(name))
    }
    var options = FolderSource.Options()
    options.isRecursive = isRecursive
    let items = try FolderSource(folder.url.path, options: options).read()
    #expect(items.itemCount == (isRecursive ? 120 : 40))
    #expect(items.firstMatch(of: CaptionQuery("nowhere"), in: 0..<500, .forward) == nil)
    CaptionSearch.check(items, for: 80, &random)
  }
}
