import Raster
import TestSupport
import Testing

@testable import TerminalGraphics
@testable import TerminalUI

/// Graphics by kitty's protocol in a terminal without placeholders.
@Suite struct DirectPlacementTests {
  struct Bench {
    let output = RecordingOutput()
    let presenter: DirectPresenter
    var terminal: DirectKittyTerminal

    init(size: CellSize, quotaBytes: Int = 64 << 20) {
      presenter = DirectPresenter(output: output, graphics: .kittyDirect(quotaBytes: quotaBytes))
      terminal = DirectKittyTerminal(size: size)
    }

    mutating func present(_ surface: Surface, limit: FrameLimit = .none) -> PresentedFrame {
      let frame = presenter.present(surface, limit: limit)
      terminal.feed(output.take())
      return frame
    }
  }

  private static let size = CellSize(columns: 31, rows: 18)

  @Test(.timeLimit(.minutes(1)), arguments: 0..<Thoroughness.rounds(short: 1, full: 4))
  func `after every frame of a random session the screen shows every picture`(part: UInt64) {
    for seed in part * 25..<(part + 1) * 25 {
      let size = CellSize(columns: 31, rows: 2 + Int(seed % 14))
      var gallery = RandomGallery(seed: seed, size: size, kind: .kitty)
      var bench = Bench(size: size)
      for frame in 0..<30 {
        if frame % 13 == 12 {
          gallery.resize()
          bench.terminal.resize(to: gallery.surface.size)
          bench.presenter.invalidate()
        }
        let isComplete = bench.present(gallery.surface).isComplete
        let shown = bench.terminal.surface(of: gallery.graphics)
        let fault = KittyLayerTests.fault(shown, gallery.surface, fallbackAllowed: false)
        guard isComplete, fault == nil, bench.terminal.complaints.isEmpty else {
          Issue.record("seed \(seed), frame \(frame): \(fault ?? "") \(bench.terminal.complaints)")
          return
        }
        gallery.step()
      }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: 0..<Thoroughness.rounds(short: 1, full: 4))
  func `with a limit and a quota the fallback is shown until the picture is there`(part: UInt64) {
    for seed in part * 20..<(part + 1) * 20 {
      var random = SeededRandom(seed: seed + 500)
      var gallery = RandomGallery(seed: seed, size: Self.size, kind: .kitty)
      var bench = Bench(size: Self.size, quotaBytes: 30_000)
      for frame in 0..<60 {
        let limit = FrameLimit(
          bytes: .random(in: 0...20_000, using: &random),
          focus: CellPoint(column: 0, row: .random(in: 0..<18, using: &random)))
        let isSettled = bench.present(gallery.surface, limit: limit).isComplete
        var fault: String?
        if isSettled {
          let shown = bench.terminal.surface(of: gallery.graphics)
          fault = KittyLayerTests.fault(shown, gallery.surface, fallbackAllowed: true)
        }
        guard fault == nil, bench.terminal.complaints.isEmpty else {
          Issue.record("seed \(seed), frame \(frame): \(fault ?? "") \(bench.terminal.complaints)")
          return
        }
        if isSettled || Int.random(in: 0..<3, using: &random) == 0 { gallery.step() }
      }
    }
  }

  /// Sixteen pictures in four lines, scrolled by some rows, above a line of text.
  private static func frame(_ offset: Int, popup: Bool = false) -> Surface {
    var surface = Surface(size: CellSize(columns: 140, rows: 40))
    for item in 0..<16 {
      let id = UInt32(item + 1)
      let graphic = Graphic.kitty(
        of: PixelImage(
          size: PixelSize(width: 30 * 4, height: 9 * 7), filledWith: 0xFF00_0000 | id * 77),
        id: id, cell: RandomGallery.cell, background: Color(rawValue: 0))
      let rect = CellRect(
        column: item % 4 * 34, row: 1 + item / 4 * 11 - offset, columns: 30, rows: 9)
      let above = CellRect(column: 0, row: 0, columns: 140, rows: 39)
      surface.draw(.graphic(graphic), in: rect, clip: above)
    }
    surface.write("ready", at: CellPoint(column: 0, row: 39))
    if popup {
      surface.fill(CellRect(column: 50, row: 5, columns: 30, rows: 20), with: Cell(glyph: "x"))
    }
    return surface
  }

  @Test func `a scroll sends no pixels, and less than a hundred bytes a picture`() {
    var bench = Bench(size: CellSize(columns: 140, rows: 40))
    #expect(bench.present(Self.frame(0)).isComplete)
    let sent = bench.terminal.transmissions
    var bytes = 0
    for offset in 1...5 {
      let commands = bench.terminal.placementCommands
      bytes = bench.present(Self.frame(offset)).bytes
      #expect(bench.terminal.placementCommands - commands == 16)
    }
    #expect(bench.terminal.transmissions == sent && sent == 16)
    #expect(bytes < 16 * 100)
    #expect(bench.present(Self.frame(5)).bytes == 0)
    #expect(bench.terminal.complaints == [])
  }

  @Test func `a popup is cut out of the pictures, and nothing is sent again`() {
    var bench = Bench(size: CellSize(columns: 140, rows: 40))
    let graphics = Self.frame(0).graphics
    for (popup, count) in [(false, 16), (true, 20), (false, 16)] {
      let surface = Self.frame(0, popup: popup)
      #expect(bench.present(surface).isComplete)
      let shown = bench.terminal.surface(of: graphics)
      #expect(KittyLayerTests.fault(shown, surface, fallbackAllowed: false) == nil)
      #expect(bench.terminal.placeCount == count)
    }
    #expect(bench.terminal.transmissions == 16 && bench.terminal.complaints == [])
  }

  @Test func `a picture that the terminal has lost is sent again when it is placed`() {
    var bench = Bench(size: CellSize(columns: 140, rows: 40))
    #expect(bench.present(Self.frame(0)).isComplete)
    bench.terminal.dropImages()
    _ = bench.present(Self.frame(1))
    let errors = bench.terminal.takeErrors()
    #expect(errors.count == 16)
    for name in errors {
      #expect(bench.presenter.graphicAnswers?.answered(name, isThere: false) == true)
    }
    #expect(bench.present(Self.frame(1)).isComplete)
    let shown = bench.terminal.surface(of: Self.frame(1).graphics)
    #expect(KittyLayerTests.fault(shown, Self.frame(1), fallbackAllowed: false) == nil)
    #expect(bench.terminal.transmissions == 32)
  }

  @Test func `pictures that take several frames are sent once, though each is placed meanwhile`() {
    var random = SeededRandom(seed: 9)
    var surface = Surface(size: CellSize(columns: 140, rows: 12))
    for item in 0..<4 {
      let size = PixelSize(width: 30 * 4, height: 9 * 7)
      let noise = PixelImage(
        size: size,
        pixels: (0..<size.area).map { _ in .random(in: 0xFF00_0000 ... .max, using: &random) })
      let graphic = Graphic.kitty(
        of: noise, id: UInt32(item + 1), cell: RandomGallery.cell,
        background: Color(rawValue: 0))
      surface.draw(
        .graphic(graphic), in: CellRect(column: item * 34, row: 1, columns: 30, rows: 9),
        clip: surface.bounds)
    }
    let payload = surface.graphics.values.reduce(0) { $0 + $1.payloadBytes }
    var bench = Bench(size: surface.size)
    let limit = FrameLimit(bytes: 20_000, focus: CellPoint(column: 0, row: 0))
    for _ in 0..<40 where !bench.present(surface, limit: limit).isComplete {}
    #expect(bench.terminal.transmissions == 4 && bench.terminal.complaints == [])
    #expect(bench.terminal.payloadBytes == payload)
  }

  @Test func `a farewell leaves neither placements nor pixels`() {
    var bench = Bench(size: CellSize(columns: 140, rows: 40))
    _ = bench.present(Self.frame(0))
    bench.terminal.feed(bench.presenter.farewell())
    #expect(bench.terminal.imageCount == 0 && bench.terminal.placeCount == 0)
    #expect(bench.present(Self.frame(0)).isComplete)
    #expect(bench.terminal.placeCount == 16 && bench.terminal.complaints == [])
  }
}
