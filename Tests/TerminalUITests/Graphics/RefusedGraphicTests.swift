import Raster
import Testing

@testable import TerminalGraphics
@testable import TerminalUI

/// Graphics that a terminal drops to make room for others, or does not take.
@Suite struct RefusedGraphicTests {
  private static let size = CellSize(columns: 12, rows: 6)
  /// The Base64 of a picture.
  private static let whole = 4 * 40 * 35

  /// The outcome of a frame.
  struct Outcome: Equatable {
    let payload: Int
    let isLost: Bool
  }

  /// A frame with one picture, or with none.
  private static func frame(_ id: UInt32?) -> Surface {
    var surface = Surface(size: size)
    if let graphic = id.map(graphic) {
      surface.draw(.graphic(graphic), in: surface.bounds, clip: surface.bounds)
    }
    return surface
  }

  private static func graphic(_ id: UInt32) -> Graphic {
    .kitty(
      of: PixelImage(size: PixelSize(width: 40, height: 35), filledWith: 0xFF00_0000 | id * 99),
      id: id, cell: RandomGallery.cell, background: Color(rawValue: 0))
  }

  /// Presents a frame, and gives the presenter the terminal's answers.
  private static func present(_ id: UInt32?, _ bench: inout KittyLayerTests.Bench) -> Outcome {
    let before = bench.terminal.payloadBytes
    let isComplete = bench.present(frame(id)).isComplete
    #expect(isComplete)
    var isLost = false
    for (name, isThere) in bench.terminal.takeAnswers()
    where bench.presenter.graphicAnswers?.answered(name, isThere: isThere) == true {
      isLost = true
    }
    return Outcome(payload: bench.terminal.payloadBytes - before, isLost: isLost)
  }

  @Test func `a picture that comes back is sent again only if the terminal has dropped it`() {
    var bench = KittyLayerTests.Bench(size: Self.size)
    var outcomes = [1, nil, 1].map { Self.present($0, &bench) }
    #expect(outcomes.map(\.payload) == [Self.whole, 0, 0])
    #expect(outcomes.allSatisfy { !$0.isLost })
    for _ in 0..<2 {
      bench.terminal.dropImages()
      outcomes = [nil, 1, 1].map { Self.present($0, &bench) }
      #expect(outcomes.map(\.payload) == [0, 0, Self.whole])
      #expect(outcomes.map(\.isLost) == [false, true, false])
    }
    let shown = bench.terminal.surface(of: [1: Self.graphic(1)])
    #expect(KittyLayerTests.fault(shown, Self.frame(1), fallbackAllowed: false) == nil)
    #expect(bench.terminal.complaints == [])
  }

  @Test func `a picture that is refused three times is shown by its fallback, until it comes back`()
  {
    var bench = KittyLayerTests.Bench(size: Self.size)
    bench.terminal.refuses = true
    var sendings = 0
    while Self.present(1, &bench).isLost, sendings < 9 { sendings += 1 }
    #expect(sendings == GraphicStore.mostAttempts)
    let shown = bench.terminal.surface(of: [:])
    #expect(shown.cells.allSatisfy { !$0.isGraphic })
    #expect(KittyLayerTests.fault(shown, Self.frame(1), fallbackAllowed: true) == nil)
    bench.terminal.refuses = false
    let outcomes = [1, nil, 1].map { Self.present($0, &bench) }
    #expect(outcomes.map(\.payload) == [0, 0, Self.whole])
    #expect(outcomes.allSatisfy { !$0.isLost })
    #expect(bench.terminal.complaints == [])
  }

  @Test func `behind tmux no errors are asked for, which another pane might get`() {
    var bench = KittyLayerTests.Bench(size: Self.size, isBehindTmux: true)
    bench.terminal.refuses = true
    let outcomes = [1, nil, 1].map { Self.present($0, &bench) }
    #expect(outcomes.allSatisfy { !$0.isLost })
    #expect(bench.terminal.complaints == [])
  }

  @Test func `a late error about an earlier sending is not charged to the new one`() {
    var bench = KittyLayerTests.Bench(size: Self.size)
    bench.terminal.refuses = true
    #expect(bench.present(Self.frame(1)).isComplete)
    let errors = bench.terminal.takeAnswers()
    bench.terminal.refuses = false
    for round in 0..<3 {
      for error in errors {
        let isLost = bench.presenter.graphicAnswers?.answered(error.name, isThere: false)
        #expect(isLost == (round == 0))
      }
      #expect(bench.present(Self.frame(1)).isComplete)
    }
    #expect(bench.terminal.payloadBytes == 2 * Self.whole)
    #expect(bench.terminal.images.count == 1 && bench.terminal.complaints == [])
  }

  @Test func `a picture that comes back while another is under way is checked after that one`() {
    var bench = KittyLayerTests.Bench(size: Self.size)
    _ = Self.present(1, &bench)
    _ = Self.present(nil, &bench)
    bench.terminal.dropImages()
    let tight = FrameLimit(bytes: 700, focus: CellPoint(column: 0, row: 0))
    var both = Self.frame(2)
    #expect(!bench.present(both, limit: tight).isComplete)
    both.draw(
      .graphic(Self.graphic(1)), in: CellRect(column: 0, row: 5, columns: 12, rows: 1),
      clip: both.bounds)
    var parts = 0
    while !bench.present(both, limit: tight).isComplete, parts < 50 { parts += 1 }
    let answers = bench.terminal.takeAnswers()
    #expect(answers.count == 1 && answers.allSatisfy { !$0.isThere })
    let isLost = answers.map {
      bench.presenter.graphicAnswers?.answered($0.name, isThere: $0.isThere)
    }
    #expect(isLost == [true])
    #expect(bench.present(both).isComplete)
    let shown = bench.terminal.surface(of: [1: Self.graphic(1), 2: Self.graphic(2)])
    #expect(KittyLayerTests.fault(shown, both, fallbackAllowed: false) == nil)
    #expect(bench.terminal.complaints == [])
  }

  /// Five hundred pictures of 320x240 pixels in tiles, which share their pixels.
  private static let tiles: [Graphic] = {
    let first = Graphic.kitty(
      of: PixelImage(size: PixelSize(width: 320, height: 240), filledWith: 0xFF12_3456), id: 1,
      cell: PixelSize(width: 10, height: 20), background: Color(rawValue: 0), deflate: Zlib.deflate)
    return (1...500).map {
      Graphic(id: $0, size: first.size, payload: first.payload, fallback: first.fallback)
    }
  }()

  @Test func `five hundred pictures of a tile are sent once`() {
    let output = RecordingOutput()
    let presenter = DirectPresenter(output: output, graphics: .kitty())
    var sendings = [0, 0]
    for round in 0..<2 {
      for tile in Self.tiles {
        var surface = Surface(size: tile.size)
        surface.draw(.graphic(tile), in: surface.bounds, clip: surface.bounds)
        #expect(presenter.present(surface, limit: .none).isComplete)
        let text = String(decoding: output.take(), as: UTF8.self)
        sendings[round] += text.contains("a=T") ? 1 : 0
        #expect(!text.contains("a=d"))
      }
    }
    #expect(sendings == [500, 0])
  }
}
