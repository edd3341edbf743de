import GalleryCore
import Raster
import TestSupport
import Testing

@testable import GalleryApp

/// The order of loads and rows.
@Suite struct SheetQueueTests {
  private static func queue(_ count: Int, columns: Int) -> (SheetQueue, ContactSheet) {
    let sheet = ContactSheet(
      of: count, in: PrintSpace(width: 200, height: 50), PrintChoices(columns: columns))
    return (SheetQueue(sheet), sheet)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `loads end in any order, and rows are taken in theirs, from few in memory`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...200, using: &random)
    var (queue, sheet) = Self.queue(count, columns: .random(in: 1...8, using: &random))
    let most = max(SheetQueue.leastAhead, SheetQueue.rowsAhead * sheet.columns)
    var (loading, started, printed): ([Int], [Int], [Int]) = ([], [], [])
    while !queue.isOver {
      let starts = queue.takeStarts()
      started += starts
      loading += starts
      #expect(started.count - printed.count <= most)
      let ended = try #require(loading.randomElement(using: &random))
      loading.removeAll { $0 == ended }
      queue.end(ended, with: .failure(FailureReason(summary: "\(ended)", sentence: "")))
      while let (items, contents) = queue.takeRow() {
        let names = contents.map { content in
          if case .failure(let reason) = content { reason.summary } else { "" }
        }
        #expect(names == items.map(String.init))
        printed += items
      }
    }
    #expect(started == Array(0..<count) && printed == Array(0..<count) && loading.isEmpty)
    #expect(!queue.hasStarts && queue.takeRow() == nil)
  }

  @Test func `no pictures make no rows`() {
    var (queue, _) = Self.queue(0, columns: 3)
    #expect(queue.isOver && queue.takeStarts().isEmpty && queue.takeRow() == nil)
  }
}
