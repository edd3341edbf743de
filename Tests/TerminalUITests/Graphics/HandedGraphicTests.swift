import Glibc
import Raster
import TerminalGraphics
import TestSupport
import Testing

@testable import TerminalUI

/// Graphics whose pixels a terminal on the same machine reads itself.
@Suite struct HandedGraphicTests {
  private static let size = CellSize(columns: 31, rows: 18)

  @Test(.timeLimit(.minutes(1)), arguments: LocalMedium.allCases, 0..<2)
  func `after every frame the screen shows every picture, and no pixels were sent`(
    medium: LocalMedium, part: UInt64
  ) {
    for seed in part * 10..<(part + 1) * 10 {
      var gallery = RandomGallery(seed: seed, size: Self.size, kind: .kitty)
      var bench = KittyLayerTests.Bench(size: Self.size, quotaBytes: 60_000)
      bench.presenter.medium = medium
      for frame in 0..<30 {
        _ = bench.present(gallery.surface)
        let shown = bench.terminal.surface(of: gallery.graphics)
        let fault = KittyLayerTests.fault(shown, gallery.surface, fallbackAllowed: true)
        guard fault == nil, bench.terminal.complaints.isEmpty else {
          Issue.record("seed \(seed), frame \(frame): \(fault ?? "") \(bench.terminal.complaints)")
          return
        }
        gallery.step()
      }
      let names = bench.terminal.handedNames
      #expect(bench.terminal.payloadBytes < 100 * names.count && !names.isEmpty)
      #expect(names.allSatisfy(HandedReader.isRemoved))
    }
  }

  @Test func `a frame of pictures takes a line of text for each`() {
    let gallery = RandomGallery(seed: 3, size: Self.size, kind: .kitty)
    var bench = KittyLayerTests.Bench(size: Self.size)
    bench.presenter.medium = .sharedMemory
    let frame = bench.present(
      gallery.surface, limit: FrameLimit(bytes: 8000, focus: CellPoint(column: 0, row: 9)))
    let shown = bench.terminal.surface(of: gallery.graphics)
    #expect(frame.isComplete)
    #expect(KittyLayerTests.fault(shown, gallery.surface, fallbackAllowed: false) == nil)
    #expect(bench.terminal.handedNames.count > 6)
  }

  @Test func `a terminal that can't read is sent pixels, and nothing is left behind`() {
    let gallery = RandomGallery(seed: 3, size: Self.size, kind: .kitty)
    var bench = KittyLayerTests.Bench(size: Self.size)
    bench.presenter.medium = .sharedMemory
    bench.terminal.isDistant = true
    _ = bench.present(gallery.surface)
    let names = bench.terminal.handedNames
    #expect(names.contains { !HandedReader.isRemoved($0) })
    for (name, isThere) in bench.terminal.takeAnswers() {
      _ = bench.presenter.graphicAnswers?.answered(name, isThere: isThere)
    }
    #expect(bench.presenter.medium == nil)
    #expect(names.allSatisfy(HandedReader.isRemoved))
    let again = bench.present(gallery.surface)
    let shown = bench.terminal.surface(of: gallery.graphics)
    #expect(again.isComplete && bench.terminal.handedNames == names)
    #expect(KittyLayerTests.fault(shown, gallery.surface, fallbackAllowed: false) == nil)
  }

  @Test func `a farewell removes what the terminal has not read`() {
    let gallery = RandomGallery(seed: 3, size: Self.size, kind: .kitty)
    var bench = KittyLayerTests.Bench(size: Self.size)
    bench.presenter.medium = .temporaryFile
    bench.terminal.isDistant = true
    _ = bench.present(gallery.surface)
    let names = bench.terminal.handedNames
    #expect(names.contains { !HandedReader.isRemoved($0) })
    bench.terminal.feed(bench.presenter.farewell())
    #expect(names.allSatisfy(HandedReader.isRemoved))
  }

  /// Pictures of 945,000 bytes, 7x2 cells each.
  private static let large: [Graphic] = (1...5).map {
    .kitty(
      of: PixelImage(size: PixelSize(width: 700, height: 450), filledWith: 0xFF00_0000 | $0 * 99),
      id: $0, cell: PixelSize(width: 100, height: 225), background: Color(rawValue: 0))
  }

  private static func surface(of graphics: [Graphic]) -> Surface {
    var surface = Surface(size: CellSize(columns: 7, rows: 2 * graphics.count))
    for (place, graphic) in graphics.enumerated() {
      let rect = CellRect(column: 0, row: 2 * place, columns: 7, rows: 2)
      surface.draw(.graphic(graphic), in: rect, clip: surface.bounds)
    }
    return surface
  }

  @Test func `a frame hands over two megabytes at most, and tells how many`() {
    let surface = Self.surface(of: Self.large)
    var bench = KittyLayerTests.Bench(size: surface.size)
    bench.presenter.medium = .sharedMemory
    var frames: [PresentedFrame] = []
    repeat { frames.append(bench.present(surface)) } while frames.last?.isComplete == false
    #expect(frames.map(\.handedBytes) == [1_890_000, 1_890_000, 945_000])
    #expect(frames.allSatisfy { $0.allBytes == $0.bytes + $0.handedBytes })
    let shown = bench.terminal.surface(of: [:].merging(Self.large.map { ($0.id, $0) }) { $1 })
    #expect(KittyLayerTests.fault(shown, surface, fallbackAllowed: false) == nil)
    #expect(bench.terminal.complaints == [])
  }

  @Test func `a picture that is larger than the share of a frame has one of its own`() {
    let whole = Graphic.kitty(
      of: PixelImage(size: PixelSize(width: 1000, height: 1000), filledWith: 0xFF12_3456), id: 9,
      cell: PixelSize(width: 250, height: 500), background: Color(rawValue: 0))
    let surface = Self.surface(of: [whole] + Self.large.prefix(1))
    var bench = KittyLayerTests.Bench(size: surface.size)
    bench.presenter.medium = .sharedMemory
    let frames = (0..<3).map { _ in bench.present(surface) }
    #expect(frames.map(\.handedBytes) == [3_000_000, 945_000, 0])
    #expect(frames.map(\.isComplete) == [false, true, true])
  }

  @Test func `a terminal that has read a picture and dropped it is handed the next as well`() {
    let gallery = RandomGallery(seed: 3, size: Self.size, kind: .kitty)
    var bench = KittyLayerTests.Bench(size: Self.size)
    bench.presenter.medium = .sharedMemory
    _ = bench.present(gallery.surface)
    let count = bench.terminal.handedNames.count
    for name in bench.terminal.images.keys {
      #expect(bench.presenter.graphicAnswers?.answered(name, isThere: false) == true)
    }
    #expect(bench.presenter.medium == .sharedMemory)
    #expect(bench.present(gallery.surface).isComplete)
    #expect(bench.terminal.handedNames.count == 2 * count && count > 0)
  }
}
