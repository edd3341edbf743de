import Testing

@testable import Prefetching

/// A key held over photographs of a local folder, in virtual time.
@Suite struct LocalHoldTests {
  /// Two threads that decode visible pictures first.
  private struct Decoders {
    let time: Int
    var waiting: [Int] = []
    /// The items on a thread, and when they are done.
    var running: [Int: Int] = [:]
    var started = 0
    var canceledHalfDone = 0

    mutating func cancel(_ item: Int) {
      waiting.removeAll { $0 == item }
      if running.removeValue(forKey: item) != nil { canceledHalfDone += 1 }
    }

    mutating func takeDone(at now: Int) -> [Int] {
      let done = running.filter { $0.value <= now }.map(\.key).sorted()
      for item in done { running[item] = nil }
      return done
    }

    mutating func start(at now: Int, onScreen visible: Range<Int>) {
      while running.count < 2, !waiting.isEmpty {
        let next = waiting.firstIndex(where: visible.contains) ?? 0
        running[waiting.remove(at: next)] = now + time
        started += 1
      }
    }
  }

  private let layout = LineLayout(itemCount: 5_000, itemsPerLine: 5, lineLength: 13)
  private var controller = PrefetchController(dataSource: Numbers(counts: [5_000]))
  private var ready: Set<Int> = []
  private var decoders = Decoders(time: 0)
  private var line: Int?

  /// Moves to a line at a millisecond, and returns the share of the visible items that are blank.
  private mutating func pass(_ now: Int, at line: Int) -> Double {
    let viewport = Viewport(offset: line * 13, length: 49)
    let visible = layout.items(in: viewport.range)
    let done = decoders.takeDone(at: now)
    defer { self.line = line }
    if done.isEmpty, line == self.line { return blankShare(of: visible) }
    for item in done {
      ready.insert(item)
      controller.itemBecameReady(item, bytes: 0, heldBytes: 1_000, at: .milliseconds(now))
    }
    let change = controller.viewportDidChange(
      to: viewport, layout: layout, at: .milliseconds(now))
    for item in change.cancel { decoders.cancel(item) }
    for start in controller.takeStarts() {
      controller.itemIsLocal(start.item)
      decoders.waiting.append(start.item)
    }
    decoders.start(at: now, onScreen: visible)
    return blankShare(of: visible)
  }

  private func blankShare(of items: Range<Int>) -> Double {
    Double(items.count { !ready.contains($0) }) / Double(items.count)
  }

  /// Holds the arrow for ten seconds at 30 lines a second, and returns the share of blank tile-time.
  private mutating func hold(decoding time: Int) -> Double {
    decoders = Decoders(time: time)
    let rest = 20 * time
    for now in 0..<rest { _ = pass(now, at: 0) }
    var blank = 0.0
    for now in 0..<10_000 { blank += pass(rest + now, at: now * 30 / 1_000) }
    return blank / 10_000
  }

  @Test(arguments: [(5, 0.02), (20, 0.45), (60, 0.85), (200, 0.97)])
  mutating func `photographs are decoded that are seen`(time: Int, most: Double) {
    let blank = hold(decoding: time)
    #expect(blank < most)
    #expect(decoders.canceledHalfDone * 20 <= decoders.started)
  }
}
