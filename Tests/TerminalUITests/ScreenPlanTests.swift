import Raster
import Testing

@testable import TerminalUI

@Suite struct ScreenPlanTests {
  private static let cell = PixelSize(width: 8, height: 17)

  private static func plan(
    _ colors: ColorDepth, isUTF8: Bool = true, isDirect: Bool? = nil,
    isRemote: Bool = false, isInTmux: Bool = false, knowsOctants: Bool = false,
    wishes change: (inout ScreenWishes) -> Void = { _ in },
    features changeFeatures: (inout TerminalFeatures) -> Void = { _ in }
  ) -> ScreenPlan {
    var wishes = ScreenWishes()
    change(&wishes)
    var features = TerminalFeatures.unknown
    changeFeatures(&features)
    var capabilities = TerminalCapabilities(name: "x", colors: colors, isUTF8: isUTF8)
    capabilities.isRemote = isRemote
    capabilities.isInTmux = isInTmux
    capabilities.knowsOctants = knowsOctants
    return ScreenPlan(wishes, on: capabilities, with: features, isDirect: isDirect)
  }

  @Test func `24-bit color is shown directly, fewer colors through ncurses`() {
    #expect(Self.plan(.trueColor).isDirect)
    for depth in [ColorDepth.indexed256, .ansi16, .ansi8, .mono] {
      let plan = Self.plan(depth)
      #expect(!plan.isDirect)
      #expect(plan.rendition == Rendition(.symbols(.half), colors: depth))
    }
  }

  @Test func `pictures lie on the terminal's own background, unless a wish contradicts it`() {
    func paper(_ wish: Paper?, on background: UInt32?) -> Paper {
      let plan = Self.plan(.trueColor) {
        $0.paper = wish
      } features: {
        $0.ownColors.background = background.map(Color.init)
      }
      return plan.rendition.paper
    }
    let (black, cream) = (Paper(Color(rawValue: 0)), Paper(Color(rawValue: 0xFD_F6E3)))
    #expect(paper(nil, on: nil) == .dark && paper(.light, on: nil) == .light)
    #expect(paper(nil, on: 0) == black && paper(.dark, on: 0) == black)
    #expect(paper(nil, on: 0xFD_F6E3) == cream && paper(.light, on: 0xFD_F6E3) == cream)
    #expect(paper(.light, on: 0) == .light && paper(.dark, on: 0xFD_F6E3) == .dark)
  }

  @Test func `the terminal's own colors count on its own background, and on an unknown one`() {
    var own = OwnColors()
    own.yellow = Color(rawValue: 0x8F_BCBB)
    func yellow(_ wish: Paper?, on background: UInt32?) -> Color? {
      let plan = Self.plan(.trueColor) {
        $0.paper = wish
      } features: {
        $0.ownColors = own
        $0.ownColors.background = background.map(Color.init)
      }
      return plan.ownColors.yellow
    }
    #expect(yellow(nil, on: nil) == own.yellow && yellow(nil, on: 0) == own.yellow)
    #expect(yellow(.dark, on: 0) == own.yellow)
    #expect(yellow(.light, on: 0) == nil, "it is said to tell something else")
  }

  @Test
  func `a terminal that turns out to show 24 bits is given them, unless fewer were asked for`() {
    #expect(Self.plan(.ansi8, features: { $0.colors = .trueColor }).isDirect)
    let held = Self.plan(
      .ansi8, wishes: { $0.colors = .ansi16 }, features: { $0.colors = .trueColor })
    #expect(!held.isDirect)
    #expect(held.rendition.colors == .ansi16)
  }

  @Test(
    arguments: [
      (.trueColor, nil, true), (.trueColor, .indexed256, false), (.indexed256, .trueColor, true),
      (.indexed256, nil, false),
    ] as [(ColorDepth, ColorDepth?, Bool)])
  func `the known features of a terminal count for more than its terminfo entry`(
    claimed: ColorDepth, known: ColorDepth?, shows24Bits: Bool
  ) {
    var features = TerminalFeatures.unknown
    features.colors = known
    let capabilities = TerminalCapabilities(name: "x", colors: claimed, isUTF8: true)
    #expect(ScreenPlan.shows24Bits(capabilities, with: features) == shows24Bits)
  }

  @Test func `a presenter that was chosen stays`() {
    let curses = Self.plan(.trueColor, wishes: { $0.presenter = .curses })
    #expect(!curses.isDirect)
    #expect(curses.rendition.colors == .trueColor)
    #expect(!Self.plan(.trueColor, isDirect: false, features: { $0.colors = .trueColor }).isDirect)
    #expect(Self.plan(.indexed256, wishes: { $0.presenter = .direct }).isDirect)
  }

  @Test func `graphics are taken where they are known, in 24 bits, with a cell of known size`() {
    func plan(_ graphics: GraphicsProtocol, _ cell: PixelSize?, _ depth: ColorDepth = .trueColor)
      -> ScreenPlan
    {
      Self.plan(
        depth,
        features: {
          $0.graphics = graphics
          $0.cellPixels = cell
        })
    }
    #expect(plan(.kitty, Self.cell).graphics == .kitty(cell: Self.cell))
    #expect(plan(.sixel(.shared), Self.cell).rendition.method == .sixel(cell: Self.cell))
    let owned = plan(.sixel(.own(64)), Self.cell)
    #expect(owned.graphics == .sixel(cell: Self.cell, registers: .own(64)))
    let whole = plan(.sixel(.own(64), takesWhole: true), Self.cell)
    #expect(whole.graphics == .sixel(cell: Self.cell, registers: .own(64), isWhole: true))
    #expect(!owned.needsOtherPresenter(than: plan(.sixel(.shared), Self.cell)))
    #expect(plan(.sixel(.shared), nil).graphics == nil)
    #expect(plan(.sixel(.shared), PixelSize(width: 60_000, height: 1)).graphics == nil)
    #expect(plan(.none, Self.cell).graphics == nil)
    #expect(plan(.kitty, Self.cell, .indexed256).graphics == nil)
  }

  @Test func `a wish for pixels brings the direct presenter, one for colors keeps ncurses`() {
    for wish in [ScreenWishes.Graphics.kitty, .kittyDirect, .sixel, .iterm2] {
      let pixels = Self.plan(.indexed256, wishes: { $0.graphics = wish })
      #expect(pixels.isDirect && pixels.graphics != nil)
      let colors = Self.plan(
        .trueColor,
        wishes: {
          $0.graphics = wish
          $0.colors = .indexed256
        })
      #expect(!colors.isDirect && colors.graphics == nil)
    }
    #expect(!Self.plan(.indexed256, wishes: { $0.graphics = .symbols }).isDirect)
  }

  @Test func `pixels are deflated for a terminal at a distance`() {
    for (isRemote, wish) in [(false, .auto), (true, .auto), (true, ScreenWishes.Graphics.kitty)] {
      let plan = Self.plan(.trueColor, isRemote: isRemote) {
        $0.graphics = wish
      } features: {
        $0.graphics = .kitty
        $0.cellPixels = Self.cell
      }
      #expect(plan.graphics == .kitty(cell: Self.cell, isDeflated: isRemote))
    }
  }

  @Test func `a wish for graphics is met, and a wish for symbols gets none`() {
    let asked = Self.plan(.trueColor, wishes: { $0.graphics = .sixel })
    #expect(asked.graphics == .sixel(cell: PixelSize(width: 10, height: 20)))
    let declined = Self.plan(
      .trueColor, wishes: { $0.graphics = .symbols },
      features: {
        $0.graphics = .kitty
        $0.cellPixels = Self.cell
      })
    #expect(declined.graphics == nil)
    #expect(declined.rendition == Rendition())
  }

  @Test func `direct placements are kitty's pixels, with another presenter`() {
    func plan(_ graphics: GraphicsProtocol, _ wish: ScreenWishes.Graphics = .auto) -> ScreenPlan {
      Self.plan(
        .trueColor, wishes: { $0.graphics = wish },
        features: {
          $0.graphics = graphics
          $0.cellPixels = Self.cell
        })
    }
    let kitty = plan(.kitty)
    for direct in [
      plan(.kittyDirect), plan(.kitty, .kittyDirect), plan(.sixel(.shared), .kittyDirect),
    ] {
      #expect(direct.graphics == kitty.graphics && direct.placesDirectly)
      #expect(direct.needsOtherPresenter(than: kitty))
    }
    #expect(!kitty.placesDirectly && !plan(.kittyDirect, .kitty).placesDirectly)
  }

  @Test func `symbols are those that were asked for, ASCII without UTF-8`() {
    let braille = Self.plan(.trueColor, wishes: { $0.symbols = .braille })
    #expect(braille.rendition.method == .symbols(.braille))
    #expect(braille.symbolSets == SymbolSet.allCases)
    #expect(Self.plan(.trueColor, isUTF8: false).symbolSets == [.ascii])
    #expect(
      Self.plan(.trueColor, isUTF8: false, wishes: { $0.symbols = .braille }).rendition.method
        == .symbols(.ascii))
    let octants = Self.plan(.trueColor, wishes: { $0.symbols = .octant })
    #expect(octants.rendition.method == .symbols(.octant))
    let indirect = Self.plan(.indexed256, wishes: { $0.symbols = .octant })
    #expect(indirect.rendition.method == .symbols(.sextant))
    #expect(!indirect.symbolSets.contains(.octant))
  }

  @Test(arguments: [false, true], [false, true])
  func `ncurses and tmux draw octants where the C library knows them`(
    isInTmux: Bool, knowsOctants: Bool
  ) {
    for wish in [SymbolSet.octant, nil] {
      let plans = [ColorDepth.trueColor, .indexed256].map { depth in
        Self.plan(depth, isInTmux: isInTmux, knowsOctants: knowsOctants) {
          $0.symbols = wish
        } features: {
          $0.finestSymbols = .octant
        }
      }
      let isDrawn = [knowsOctants || !isInTmux, knowsOctants]
      #expect(plans.map { $0.symbolSets.contains(.octant) } == isDrawn)
      #expect(
        plans.map(\.rendition.method) == isDrawn.map { .symbols($0 ? .octant : .sextant) })
    }
  }

  @Test func `without a wish, symbols are the finest that the terminal was seen to draw`() {
    for (finest, symbols) in [
      (nil, SymbolSet.half), (.half, .half), (.quadrant, .quadrant), (.sextant, .sextant),
      (.octant, .octant),
    ] as [(SymbolSet?, SymbolSet)] {
      let plan = Self.plan(.trueColor, features: { $0.finestSymbols = finest })
      #expect(plan.rendition.method == .symbols(symbols))
    }
    #expect(
      Self.plan(.indexed256, features: { $0.finestSymbols = .octant }).rendition.method
        == .symbols(.sextant))
    #expect(ScreenPlan(sink: ScreenWishes()).rendition == Rendition())
  }

  @Test func `another presenter is needed for other colors or graphics, not for another cell`() {
    func sixel(_ width: Int) -> ScreenPlan {
      Self.plan(
        .trueColor,
        features: {
          $0.graphics = .sixel(.shared)
          $0.cellPixels = PixelSize(width: width, height: 20)
        })
    }
    #expect(!sixel(9).needsOtherPresenter(than: sixel(10)))
    #expect(sixel(9).needsOtherPresenter(than: Self.plan(.trueColor)))
    #expect(Self.plan(.ansi8).needsOtherPresenter(than: Self.plan(.ansi16)))
    #expect(
      !Self.plan(.trueColor, wishes: { $0.symbols = .quadrant })
        .needsOtherPresenter(than: Self.plan(.trueColor)))
  }
}
