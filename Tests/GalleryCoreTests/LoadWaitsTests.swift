import GalleryItems
import Raster
import Testing

@testable import GalleryCore

extension LoadWaits {
  /// Follows loads, of which these are on the screen; all of them by default.
  fileprivate mutating func show(
    _ visible: [TileKey], of changed: [TileKey]? = nil, at now: Duration
  ) {
    update(changed ?? visible, at: now) { visible.contains($0) }
  }
}

@Suite struct LoadWaitsTests {
  private let key = TileKey(item: 0, size: PixelSize(width: 8, height: 8), attempt: 0)
  private let half = TileProgress(fraction: 0.5, receivedBytes: 1_000)

  /// Waits for one load that has been on the screen since the first second.
  private func started() -> LoadWaits {
    var waits = LoadWaits()
    waits.show([key], at: .seconds(1))
    return waits
  }

  @Test func `a wait is told after three seconds, and then each second`() {
    var waits = started()
    #expect(waits.nextFigure == .seconds(4))
    waits.show([key], at: .milliseconds(3_999))
    #expect(waits.longest == nil && waits.words(on: nil, of: key).isEmpty)
    waits.show([key], at: .seconds(4))
    #expect(waits.longest == "3 s" && waits.nextFigure == .seconds(5))
    #expect(waits.words(on: nil, of: key).summary == "loading · 3 s")
    #expect(waits.words(on: half, of: key).summary == "50 % · 3 s")
    waits.show([key], at: .milliseconds(121_500))
    #expect(waits.longest == "2 min" && waits.nextFigure == .seconds(122))
  }

  @Test func `no figure is due once nothing loads, and a load that comes back starts anew`() {
    var waits = started()
    waits.show([], of: [key], at: .seconds(9))
    #expect(waits.nextFigure == nil && waits.longest == nil)
    waits.show([key], at: .seconds(10))
    #expect(waits.nextFigure == .seconds(13))
  }

  @Test func `figures of all loads change at the same time`() {
    var waits = started()
    let other = TileKey(item: 1, size: key.size, attempt: 0)
    waits.show([key, other], at: .milliseconds(2_300))
    waits.show([key, other], at: .milliseconds(7_100))
    #expect(waits.nextFigure == .seconds(8))
    #expect(waits.words(on: nil, of: key).summary == "loading · 6 s")
    #expect(waits.words(on: nil, of: other).summary == "loading · 4 s")
  }

  @Test func `a retry says why, which one it is, and when; and then that it is under way`() {
    var waits = started()
    let wait = TileProgress(
      retryingAfter: .milliseconds(2_500), because: "the server answered 503", retry: 2)
    waits.recordAttempt(key, wait, at: .seconds(2))
    waits.show([key], at: .seconds(2))
    let words = waits.words(on: wait, of: key)
    #expect(words.summary == "the server answered 503; retry 2 in 3 s")
    #expect(words.text(of: "loading") == words.summary)
    waits.show([key], at: .seconds(4))
    #expect(waits.words(on: wait, of: key).summary == "the server answered 503; retry 2 in 0.5 s")
    #expect(waits.nextFigure == .milliseconds(4_500))
    waits.show([key], at: .milliseconds(4_500))
    #expect(waits.words(on: wait, of: key).summary == "loading · 3 s · retry 2")
    let progress = TileProgress(fraction: 0.5, receivedBytes: 1_000, retries: 2)
    waits.recordAttempt(key, progress, at: .milliseconds(4_600))
    #expect(
      waits.words(on: progress, of: key).text(of: "loading")
        == "loading · 50 % · 1.0 KB · 3 s · retry 2")
  }

  @Test func `a tile that comes into view says how long its attempt still waits`() {
    var waits = LoadWaits()
    let wait = TileProgress(retryingAfter: .seconds(30), because: "503", retry: 1)
    waits.recordAttempt(key, wait, at: .seconds(1))
    waits.show([], of: [key], at: .seconds(1))
    #expect(waits.nextFigure == nil)
    waits.show([key], at: .seconds(26))
    #expect(waits.words(on: wait, of: key).summary == "503; retry 1 in 5 s")
    waits.show([], of: [key], at: .seconds(40))
    waits.show([key], at: .seconds(41))
    #expect(waits.words(on: wait, of: key).summary == "loading · retry 1")
  }

  @Test func `loads that have not changed go on, and are not asked for`() {
    let keys = (0..<100).map { TileKey(item: ItemID(rawValue: $0), size: key.size, attempt: 0) }
    var waits = LoadWaits()
    waits.show(keys, at: .seconds(1))
    var asked: [TileKey] = []
    waits.update([keys[7]], at: .seconds(5)) {
      asked.append($0)
      return false
    }
    #expect(asked == [keys[7]])
    #expect(waits.words(on: nil, of: keys[7]).isEmpty)
    #expect(waits.words(on: nil, of: keys[8]).summary == "loading · 4 s")
  }

  @Test func `the longest wait is that of the loads that are left`() {
    let keys = (0..<3).map { TileKey(item: ItemID(rawValue: $0), size: key.size, attempt: 0) }
    var waits = LoadWaits()
    waits.show([keys[0]], at: .seconds(1))
    waits.show(keys, at: .seconds(2))
    waits.show([], of: [keys[2]], at: .seconds(9))
    #expect(waits.longest == "8 s" && waits.isWaiting)
    waits.show([], of: [keys[0]], at: .seconds(9))
    #expect(waits.longest == "7 s")
    waits.show([], of: [keys[1]], at: .seconds(9))
    #expect(waits.longest == nil && !waits.isWaiting)
  }

  @Test func `the open picture's load counts as long as it is awaited`() {
    var waits = LoadWaits()
    waits.update([], others: [key], at: .seconds(1)) { _ in false }
    waits.update([], others: [key], at: .seconds(5)) { _ in false }
    #expect(waits.longest == "4 s")
    waits.update([], others: [], at: .seconds(5)) { _ in false }
    #expect(!waits.isWaiting)
  }
}
