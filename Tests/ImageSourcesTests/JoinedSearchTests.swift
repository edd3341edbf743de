import GalleryItems
import ListSources
import SourcesTestSupport
import TestSupport
import Testing

@testable import ImageSources

@Suite struct JoinedSearchTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a search of several sources finds the same as a comparison of every caption`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let parts = [40, 0, 1, 90].map { count in
      let lines = (0..<count).map { _ in "\(CaptionSearch.word(1...6, &random)).png" }
      let list = GrowingList(BlockText(lines.joined(separator: "\n").utf8), named: "list")
      list.read {}
      return JoinedSnapshot.Part(items: list.beginning, title: "list")
    }
    CaptionSearch.check(JoinedSnapshot(parts), for: 60, &random)
  }
}
