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

  @Test func `the fit goes back and forth, and changes nothing else`() {
    var look = Look(Rendition(), fit: .cover, graphics: nil, symbolSets: [.half])
    #expect(look.toggleFit() == "contain: whole pictures" && look.fit == .contain)
    #expect(look.toggleFit() == "cover: pictures fill their tiles" && look.fit == .cover)
    #expect(look.rendition == Rendition())
  }

  @Test func `the terminal decides until the person has chosen`() {
    var look = look(.symbols(.half), sets: [.half, .sextant])
    look.adapt(to: Rendition(kitty, colors: .indexed256), symbolSets: [.half, .sextant])
    #expect(look.rendition == Rendition(kitty, colors: .indexed256))
    _ = look.takeNextMethod()
    let chosen = look.rendition.method
    look.adapt(to: Rendition(kitty, colors: .trueColor), symbolSets: [.half, .sextant])
    #expect(look.rendition == Rendition(chosen, colors: .trueColor))
  }

  @Test func `chosen symbols that another presenter can't draw come back with the first one`() {
    let (direct, curses) = ([SymbolSet.half, .sextant, .octant], [SymbolSet.half, .sextant])
    var look = look(.symbols(.half), sets: direct)
    for _ in 0..<2 { _ = look.takeNextMethod() }
    #expect(look.rendition.method == .symbols(.octant))
    look.adapt(to: Rendition(colors: .indexed256), symbolSets: curses)
    #expect(look.rendition == Rendition(.symbols(.sextant), colors: .indexed256))
    look.adapt(to: Rendition(), symbolSets: direct)
    #expect(look.rendition == Rendition(.symbols(.octant)))
  }

  @Test func `the key offers what the new presenter can draw`() {
    var look = look(.symbols(.half), sets: [.half, .octant])
    look.adapt(to: Rendition(), symbolSets: [.half, .sextant])
    #expect(
      (0..<2).map { _ in look.takeNextMethod() } == ["symbols: sextants", "symbols: half blocks"])
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
    chosen.adapt(to: Rendition(.symbols(.half)), symbolSets: [.half])
    #expect(chosen.rendition.method == larger)
  }

  @Test func `graphics that are not shown change nothing when they go or come`() {
    var look = look(.symbols(.ascii), graphics: kitty, sets: [.half])
    look.allow(nil)
    look.allow(kitty)
    #expect(look.rendition == Rendition(.symbols(.ascii)) && look.graphics == kitty)
  }
}
