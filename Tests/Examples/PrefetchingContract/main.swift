// The contract of Prefetching on a made-up view: a list of squares, five rows high, whose items take 90 ms to load.

import Foundation
import Prefetching

struct Squares: GalleryDataSource {
  func numberOfItems(inSection section: Int) -> Int { 1_000 }
  func item(at indexPath: IndexPath) -> Int { indexPath.item * indexPath.item }
}

/// Prints each announcement; a program would begin to get the data here, or stop.
final class Announcements: GalleryPrefetching {
  func gallery(prefetchItemsAt indexPaths: [IndexPath]) { print("  soon:", indexPaths.map(\.item)) }
  func gallery(cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
    print("  no longer:", indexPaths.map(\.item))
  }
}

struct SquareList {
  var controller: PrefetchController<Squares>
  private let layout = LineLayout(itemCount: 1_000, itemsPerLine: 1, lineLength: 1)
  private var loading: [(item: Int, startedAt: Int)] = []
  private var milliseconds = 0
  private var now: Duration { .milliseconds(milliseconds) }

  init(_ controller: PrefetchController<Squares>) { self.controller = controller }

  mutating func scroll(to row: Int) {
    let change = controller.viewportDidChange(
      to: Viewport(offset: row, length: 5), layout: layout, at: now)
    loading.removeAll { change.cancel.contains($0.item) }
    // This list keeps nothing that it does not expect to show.
    for item in change.cancel { controller.itemDropped(item) }
    for item in change.load { controller.itemShown(item) }
    start()
  }

  /// Lets a step of the made-up clock pass, in which loads end.
  mutating func wait() {
    milliseconds += 30
    let done = loading.filter { $0.startedAt + 90 <= milliseconds }
    loading.removeAll { $0.startedAt + 90 <= milliseconds }
    for load in done {
      let times = LoadTimes(total: .milliseconds(90), transfer: .milliseconds(10))
      controller.itemBecameReady(load.item, bytes: 1_000, after: times, from: "squares", at: now)
    }
    start()
  }

  private mutating func start() {
    for start in controller.takeStarts() {
      if !start.isVisible { controller.itemStarted(start.item) }
      loading.append((start.item, milliseconds))
    }
  }
}

let announcements = Announcements()
var list = SquareList(PrefetchController(dataSource: Squares(), prefetchDataSource: announcements))
for row in Array(0...20) + (10..<20).reversed() {
  print("row", row)
  list.scroll(to: row)
  for _ in 0..<4 { list.wait() }
}
let counts = list.controller.ledger.counts
print("announced \(counts.announced): ready in time \(counts.useful), late \(counts.late),")
print("cancelled \(counts.cancelled), wasted \(counts.wasted), still expected \(counts.pending)")
