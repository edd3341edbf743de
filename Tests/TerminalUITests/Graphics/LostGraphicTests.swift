import Raster
import TestSupport
import Testing

@testable import TerminalGraphics
@testable import TerminalUI

/// Graphics behind tmux, which drops some of the bytes that pass through it.
@Suite struct LostGraphicTests {
  private static let size = CellSize(columns: 31, rows: 18)

  private static func bench() -> KittyLayerTests.Bench {
    var bench = KittyLayerTests.Bench(size: size, isBehindTmux: true)
    bench.terminal.isLossy = true
    bench.presenter.graphicAnswers?.wantsAnswers = true
    return bench
  }

  /// Gives the presenter the terminal's answers.
  private static func answer(_ bench: inout KittyLayerTests.Bench) {
    for (name, isThere) in bench.terminal.takeAnswers() {
      _ = bench.presenter.graphicAnswers?.answered(name, isThere: isThere)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: 0..<4)
  func `a graphic that was dropped twice arrives in the end`(part: UInt64) throws {
    for seed in part * 25..<(part + 1) * 25 {
      var random = SeededRandom(seed: seed)
      let gallery = RandomGallery(seed: seed, size: Self.size, kind: .kitty)
      var bench = Self.bench()
      let answers = try #require(bench.presenter.graphicAnswers)
      var limit = FrameLimit.none
      if Bool.random(using: &random) { limit.bytes = .random(in: 0...9000, using: &random) }
      for _ in 0..<2 {
        bench.terminal.dropsLeft = .random(in: 1...12, using: &random)
        var parts = 0
        while !bench.present(gallery.surface, limit: limit).isComplete, parts < 200 { parts += 1 }
        bench.terminal.dropsLeft = 0
        Self.answer(&bench)
        _ = answers.loseAwaited()
        #expect(answers.awaitedCount == 0)
      }
      while !bench.present(gallery.surface, limit: limit).isComplete {}
      let shown = bench.terminal.surface(of: gallery.graphics)
      let fault = KittyLayerTests.fault(shown, gallery.surface, fallbackAllowed: false)
      #expect(fault == nil && bench.terminal.complaints == [], "seed \(seed)")
    }
  }

  @Test func `a terminal that answers late, or never, is sent a graphic three times at most`() {
    let gallery = RandomGallery(seed: 3, size: Self.size, kind: .kitty)
    var bench = Self.bench()
    bench.terminal.dropsLeft = .max
    var sendings = 0
    while bench.present(gallery.surface).bytes > 0 {
      sendings += 1
      if bench.presenter.graphicAnswers?.loseAwaited() == false { break }
    }
    #expect(sendings == GraphicStore.mostAttempts)
    #expect(bench.present(gallery.surface).bytes == 0)
  }

  @Test func `an answer shows that graphics sent before are lost, and no others`() {
    let gallery = RandomGallery(seed: 3, size: Self.size, kind: .kitty)
    var bench = Self.bench()
    bench.terminal.dropsLeft = 1
    _ = bench.present(gallery.surface)
    let count = bench.presenter.graphicAnswers?.awaitedCount ?? 0
    let second = bench.terminal.takeAnswers().first
    #expect(count > 2 && second?.isThere == true)
    #expect(bench.presenter.graphicAnswers?.answered(second?.name ?? 0, isThere: true) == true)
    #expect(bench.presenter.graphicAnswers?.awaitedCount == count - 2)
    #expect(bench.presenter.graphicAnswers?.answered(second?.name ?? 0, isThere: true) == false)
  }

  @Test func `no answer is asked for once the time for it is over`() {
    let gallery = RandomGallery(seed: 3, size: Self.size, kind: .kitty)
    var bench = Self.bench()
    bench.presenter.graphicAnswers?.wantsAnswers = false
    _ = bench.present(gallery.surface)
    #expect(bench.terminal.takeAnswers().isEmpty)
    #expect(bench.presenter.graphicAnswers?.awaitedCount == 0)
  }
}
