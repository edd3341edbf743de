import FoundationEssentials
import Prefetching
import Testing

@Suite struct DataSourceTests {
  @Test func `a data source has one section by default`() {
    struct List: GalleryDataSource {
      func numberOfItems(inSection section: Int) -> Int { 3 }
      func item(at indexPath: IndexPath) -> String { "item \(indexPath.item)" }
    }
    #expect(List().numberOfSections == 1)
    #expect(PrefetchController(dataSource: List()).itemCount == 3)
  }

  @Test func `an index path names a section, then an item in it`() {
    var path = IndexPath(item: 5, section: 2)
    #expect(path == [2, 5])
    path.item += 1
    path.section -= 1
    #expect(path == IndexPath(item: 6, section: 1))
  }

  @Test(arguments: [[], [0], [4], [2, 3], [0, 0, 2, 0, 3, 0], [1, 1, 1, 1, 1], [-5, 3]])
  func `items and index paths translate both ways`(counts: [Int]) {
    let controller = PrefetchController(dataSource: Numbers(counts: counts))
    let paths = counts.enumerated().flatMap { section, count in
      (0..<max(0, count)).map { IndexPath(item: $0, section: section) }
    }
    #expect(controller.itemCount == paths.count)
    #expect((0..<paths.count).map(controller.indexPath) == paths)
    #expect(paths.map(controller.item(at:)) == Array(0..<paths.count))
  }

  @Test func `a later item has a later index path, across sections too`() {
    let controller = PrefetchController(dataSource: Numbers(counts: [6, 0, 3, 1, 4]))
    let paths = (0..<controller.itemCount).map(controller.indexPath)
    for (first, a) in paths.enumerated() {
      for (second, b) in paths.enumerated() {
        #expect((a < b) == (first < second))
      }
    }
  }

  @Test(arguments: [
    [], [0], [1], [1, 2, 3], [0, -1], [0, 3], [2, 0], [1, Int.max], [Int.min, 0],
  ])
  func `an index path that the data source does not have has no item`(indexes: [Int]) {
    let controller = PrefetchController(dataSource: Numbers(counts: [3, 1]))
    #expect(controller.item(at: IndexPath(indexes: indexes)) == nil)
  }

  @Test func `an item past either end stands past the end of a section`() {
    let controller = PrefetchController(dataSource: Numbers(counts: [3, 2]))
    #expect(controller.indexPath(of: 7) == IndexPath(item: 4, section: 1))
    #expect(controller.indexPath(of: -1) == IndexPath(item: -1, section: 0))
    let empty = PrefetchController(dataSource: Numbers(counts: []))
    #expect(empty.indexPath(of: 2) == IndexPath(item: 2, section: 0))
  }

  @Test func `more items than can be counted count as the greatest number`() {
    let controller = PrefetchController(dataSource: Numbers(counts: [.max, .max]))
    #expect(controller.itemCount == .max)
    #expect(controller.indexPath(of: .max - 1) == IndexPath(item: .max - 1, section: 0))
  }
}
