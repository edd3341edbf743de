import GalleryItems
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

@Suite struct ReceiveRateTests {
  private func key(_ item: Int, attempt: Int = 0, width: Int = 8) -> TileKey {
    TileKey(
      item: ItemID(rawValue: item), size: PixelSize(width: width, height: 8), attempt: attempt)
  }

  /// A rate that counts from a second on.
  private func started() -> ReceiveRate {
    var rate = ReceiveRate()
    rate.update(isLoading: true, at: .seconds(1))
    return rate
  }

  @Test func `the first figure comes after half a second, the next ones cover a second`() {
    var rate = started()
    rate.record(key(0), receivedBytes: 100)
    rate.advance(to: .milliseconds(1_499))
    #expect(rate.bytesPerSecond == nil && rate.nextFigure == .milliseconds(1_500))
    rate.advance(to: .milliseconds(1_500))
    #expect(rate.bytesPerSecond == 200 && rate.nextFigure == .seconds(2))
    rate.record(key(0), receivedBytes: 500)
    rate.advance(to: .seconds(2))
    #expect(rate.bytesPerSecond == 500)
    rate.advance(to: .milliseconds(2_500))
    #expect(rate.bytesPerSecond == 400)
  }

  @Test func `a figure is gone, and no other is due, once nothing arrives`() {
    var rate = started()
    rate.record(key(0), receivedBytes: 100)
    for step in 1...3 { rate.advance(to: .seconds(1) + ReceiveRate.period * step) }
    #expect(rate.bytesPerSecond == nil && rate.nextFigure == nil)
  }

  @Test func `at rest nothing is shown, and bytes that come meanwhile count for no later figure`() {
    var rate = started()
    rate.record(key(0), receivedBytes: 100)
    rate.advance(to: .milliseconds(1_500))
    rate.update(isLoading: false, at: .milliseconds(1_600))
    #expect(rate.bytesPerSecond == nil && rate.nextFigure == nil)
    // A picture ahead of the viewport.
    rate.record(key(0), receivedBytes: 9_000)
    rate.update(isLoading: false, at: .milliseconds(1_700))
    rate.update(isLoading: true, at: .seconds(2))
    rate.end(key(0), receivedBytes: 9_100)
    rate.advance(to: .milliseconds(2_500))
    #expect(rate.bytesPerSecond == 200)
  }

  @Test func `bytes that loads of an item share count once, those of another attempt again`() {
    var rate = started()
    rate.record(key(0), receivedBytes: 300)
    rate.record(key(0, width: 80), receivedBytes: 300)
    rate.end(key(0), receivedBytes: 500)
    rate.end(key(0, width: 80), receivedBytes: 500)
    rate.end(key(0, attempt: 1), receivedBytes: 500)
    rate.advance(to: .seconds(2))
    #expect(rate.bytesPerSecond == 1_000)
  }

  @Test func `the next attempt counts from 0, and so does a load after one that was given up`() {
    var rate = started()
    for forget in [{ $0.restart(self.key(0)) }, { $0.keep { _ in false } }]
      as [(inout ReceiveRate) -> Void]
    {
      rate.record(key(0), receivedBytes: 300)
      forget(&rate)
      rate.record(key(0), receivedBytes: 100)
    }
    rate.advance(to: .seconds(2))
    #expect(rate.bytesPerSecond == 700, "300, 100, 200 more, and 100")
  }

  @Test func `silence before bytes does not make them slower`() {
    var rate = started()
    rate.advance(to: .seconds(61))
    rate.record(key(0), receivedBytes: 1_000)
    rate.advance(to: .milliseconds(61_500))
    #expect(rate.bytesPerSecond == 1_000)
  }

  @Test(arguments: UInt64(0)..<30)
  func `a steady stream is told as it is, however it is cut into reports and pictures`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var rate = started()
    let perMillisecond = Int.random(in: 1...50, using: &random)
    var (now, item, received) = (1_000, 0, 0)
    var figures: [Int] = []
    while now < 6_000 {
      let step = Int.random(in: 1...100, using: &random)
      now += step
      rate.advance(to: .milliseconds(now))
      received += step * perMillisecond
      if Bool.random(using: &random) {
        rate.record(key(item), receivedBytes: received)
      } else {
        rate.end(key(item), receivedBytes: received)
        (item, received) = (item + 1, 0)
      }
      if let figure = rate.bytesPerSecond, figures.last != figure { figures.append(figure) }
    }
    #expect(figures.count <= 10)
    for figure in figures.dropFirst() {
      // A period begins and ends between two reports, which are 100 ms apart at most.
      #expect(abs(figure - 1_000 * perMillisecond) <= 220 * perMillisecond)
    }
  }
}

@Suite struct GalleryRateTests {
  /// Two pictures that load at 60 KB a second together, after two seconds.
  private func loading() -> GallerySession {
    var session = GallerySession(count: 3, screen: CellSize(columns: 60, rows: 25))
    session.pause = .milliseconds(500)
    let keys = session.loads.map(\.key)
    session.send([.pictureReady(keys[2], PixelImage(size: keys[2].size, filledWith: 0xFF_336699))])
    for step in 1...3 {
      session.send([
        .pictureProgress(keys[0], TileProgress(fraction: nil, receivedBytes: 20_000 * step)),
        .pictureProgress(keys[1], TileProgress(fraction: nil, receivedBytes: 10_000 * step)),
      ])
    }
    session.send([])
    return session
  }

  @Test func `the status line says how fast pictures arrive`() throws {
    let session = loading()
    try expectFrame(session.frame, is: "status-rate")
    #expect(session.frame.textLines.last?.contains("2 loading · 60.0 KB/s · 0 % · ? keys") == true)
    #expect(session.gallery.redrawAt != nil)
  }

  @Test func `nothing of it remains at rest, and no frame is due`() {
    var session = loading()
    session.send(
      session.gallery.tiles.values.filter(\.isUnderWay).map {
        .pictureReady($0.key, PixelImage(size: $0.key.size, filledWith: 0xFF_336699))
      })
    #expect(session.frame.textLines.last?.hasSuffix(" 0 % · ? keys") == true)
    #expect(session.frame.textLines.last?.contains("/s") == false)
    #expect(session.gallery.redrawAt == nil)
  }

  @Test func `the bytes of an interrupted transfer do not count again`() {
    var session = GallerySession(count: 1)
    let key = session.loads[0].key
    session.pause = .milliseconds(500)
    for step in 1...3 {
      session.send([
        .pictureProgress(
          key,
          TileProgress(
            fraction: nil, receivedBytes: 8_000_000 + 50_000 * step, fetchedBytes: 50_000 * step))
      ])
    }
    #expect(session.frame.textLines.last?.contains(" 100.0 KB/s · ") == true)
  }

  @Test func `a picture from a cache has no rate`() {
    var session = GallerySession(count: 3)
    let key = session.loads[0].key
    session.send([.pictureReady(key, PixelImage(size: key.size, filledWith: 1))])
    session.send([])
    #expect(session.gallery.pictures.rate.nextFigure == nil)
    #expect(session.frame.textLines.last?.contains("/s") == false)
  }

  @Test func `the open picture has one too`() {
    var session = GallerySession(count: 1)
    session.answerAll()
    session.press(.enter)
    let key = session.loads[0].key
    session.pause = .milliseconds(500)
    for step in 1...3 {
      session.send([
        .pictureProgress(key, TileProgress(fraction: nil, receivedBytes: 1_000_000 * step))
      ])
    }
    #expect(session.frame.textLines.last?.contains(" 2.0 MB/s · ") == true)
  }
}
