import Raster
import Testing

@testable import GalleryCore

@Suite struct LookTests {
  private let kitty = Rendition.Method.kitty(cell: PixelSize(width: 10, height: 20))

  private func look(
    _ method: Rendition.Method, graphics: Rendition.Method? = nil, sets: [SymbolSet]
  ) -> Look {
    Look(Rendition(method), graphics: graphics, symbolSets: sets)
  }

  @Test func `the key goes through graphics and symbols, and round`() {
    var look = look(.symbols(.half), graphics: kitty, sets: [.half, .ascii])
    let names = (0..<4).map { _ in look.takeNextMethod() }
    #expect(
      names == [
        "symbols: ASCII", "graphics: kitty", "symbols: half blocks", "symbols: ASCII",
      ])
    #expect(look.rendition.method == .symbols(.ascii))
  }

  @Test func `the terminal decides until the person has chosen`() {
    var look = look(.symbols(.half), sets: [.half, .sextant])
    look.adapt(to: Rendition(kitty, colors: .indexed256))
    #expect(look.rendition == Rendition(kitty, colors: .indexed256))
    _ = look.takeNextMethod()
    let chosen = look.rendition.method
    look.adapt(to: Rendition(kitty, colors: .trueColor))
    #expect(look.rendition == Rendition(chosen, colors: .trueColor))
  }

  @Test func `graphics that the terminal loses are replaced, also where they were chosen`() {
    var shown = look(kitty, graphics: kitty, sets: [.half])
    shown.allow(nil)
    #expect(shown.rendition.method == .symbols(.half) && shown.graphics == nil)
    var chosen = look(.symbols(.half), graphics: kitty, sets: [.half])
    _ = chosen.takeNextMethod()
    #expect(chosen.rendition.method == kitty)
    let larger = Rendition.Method.kitty(cell: PixelSize(width: 20, height: 40))
    chosen.allow(larger)
    #expect(chosen.rendition.method == larger)
    chosen.adapt(to: Rendition(.symbols(.half)))
    #expect(chosen.rendition.method == larger)
  }

  @Test func `graphics that are not shown change nothing when they go or come`() {
    var look = look(.symbols(.ascii), graphics: kitty, sets: [.half])
    look.allow(nil)
    look.allow(kitty)
    #expect(look.rendition == Rendition(.symbols(.ascii)) && look.graphics == kitty)
  }
}
