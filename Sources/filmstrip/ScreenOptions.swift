import ArgumentParser
import GalleryApp
import Raster
import TerminalUI

/// The options for how pictures are shown on a terminal.
struct ScreenOptions: ParsableArguments {
  @Option(help: "auto, direct (24-bit only) or curses (default: auto).")
  var presenter: ScreenWishes.PresenterKind?

  @Option(help: "auto, 24bit, 256, 16, 8 or mono (default: auto).")
  var colors: ColorChoice?

  @Option(
    help: """
      auto, symbols, kitty, kitty-direct, sixel or iterm2: pictures in pixels, where the terminal \
      has them (default: auto). kitty-direct is for terminals that have kitty's protocol without \
      placeholders, iterm2 for those with inline images: iTerm2, WezTerm, VS Code, mintty, mlterm.
      """)
  var graphics: ScreenWishes.Graphics?

  @Option(
    help: """
      auto, half, quadrant, sextant, octant, braille or ascii (default: auto). auto takes the finest \
      set that the terminal was seen to draw without seams. Without a terminal it is half, without \
      UTF-8 ascii.
      """)
  var symbols: SymbolChoice?

  @Option(help: "auto, light or dark: what the terminal's background is (default: auto).")
  var theme: ThemeChoice?

  func validate() throws {
    if presenter == .direct, let depth = colors?.depth, depth != .trueColor {
      throw ValidationError("--presenter direct shows 24-bit color only; use curses for fewer")
    }
    if let graphics, ![.auto, .symbols].contains(graphics), presenter == .curses {
      throw ValidationError("--graphics \(graphics.rawValue) needs the direct presenter")
    }
  }

  func apply(to view: inout SessionConfiguration.View) { view.wishes = wishes }

  private var wishes: ScreenWishes {
    var wishes = ScreenWishes()
    if let presenter { wishes.presenter = presenter }
    wishes.colors = colors?.depth
    if let graphics { wishes.graphics = graphics }
    wishes.paper = theme?.paper
    if let symbols {
      wishes.symbols = symbols.symbols
      // A person who chooses symbols wants to see them instead of graphics.
      if wishes.graphics == .auto { wishes.graphics = .symbols }
    }
    return wishes
  }
}
