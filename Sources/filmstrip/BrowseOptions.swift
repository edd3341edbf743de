import ArgumentParser
import GalleryApp
import GalleryCore
import ImageSources
import Prefetching
import Raster
import TerminalUI

/// The options for the gallery's look and its loads.
///
/// All options are optional, here and in the other groups, and their help names their defaults. For
/// each kind of value, the parser makes the runtime search all conformances of the program several
/// times.
struct BrowseOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "Items of the demo or of a template (default: \(SourceArguments.defaultCount)).")
  var count: Int?

  @Option(
    parsing: .unconditional,
    help: "Index of the first item of the demo or of a template (default: 0).")
  var first: Int?

  @Option(help: "list or grid (default: list).")
  var layout: GalleryLayout.Mode?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Tile size in cells (default: \(GalleryLayout.defaultTile(for: .grid)) in a grid, \
      \(GalleryLayout.defaultTile(for: .list)) in a list).
      """, valueName: "CxR"))
  var tile: CellSize?

  @Option(
    help: ArgumentHelp(
      "Prefetch policy: off, static, uikit, texture, arkui or adaptive (default: adaptive).",
      valueName: "name"))
  var prefetch: PrefetchPolicyName?

  @Flag(help: "The same as --prefetch off.")
  var noPrefetch = false

  @Option(help: "auto, direct (24-bit only) or curses (default: auto).")
  var presenter: ScreenWishes.PresenterKind?

  @Option(help: "auto, 24bit, 256, 16, 8 or mono (default: auto).")
  var colors: ColorChoice?

  @Option(
    help: """
      auto, symbols, kitty, kitty-direct or sixel: pictures in pixels, where the terminal has them \
      (default: auto). kitty-direct is for terminals that have kitty's protocol without placeholders.
      """)
  var graphics: ScreenWishes.Graphics?

  @Option(
    help: """
      auto, half, quadrant, sextant, braille or ascii (default: half; ascii where the locale is not \
      UTF-8).
      """)
  var symbols: SymbolChoice?

  @Option(
    parsing: .unconditional,
    help: """
      Frames a second at most, 1 to 240 (default: \(SessionConfiguration().view.framesPerSecond)).
      """)
  var fps: Int?

  @Flag(help: "Start with the frame-time overlay open.")
  var overlay = false

  func validate() throws {
    try check("--count", count, 1...1_000_000_000_000)
    try check("--first", first, 0...1_000_000_000_000)
    try check("--fps", fps, 1...240)
    if noPrefetch, let prefetch, prefetch != .off {
      throw ValidationError("--no-prefetch and --prefetch \(prefetch) contradict each other")
    }
    if presenter == .direct, let depth = colors?.depth, depth != .trueColor {
      throw ValidationError("--presenter direct shows 24-bit color only; use curses for fewer")
    }
    if let graphics, [.kitty, .sixel].contains(graphics), presenter == .curses {
      throw ValidationError("--graphics \(graphics.rawValue) needs the direct presenter")
    }
  }

  func apply(to items: inout SessionConfiguration.Items) {
    items.count = count
    items.first = first
  }

  func apply(to view: inout SessionConfiguration.View) {
    view.layout = layout
    view.tile = tile
    view.wishes = wishes
    if let prefetch, prefetch != .off { view.policy = prefetch.policy }
    view.isPrefetchingEnabled = !noPrefetch && prefetch != .off
    if let fps { view.framesPerSecond = fps }
    if overlay { view.overlay = .full }
  }

  private var wishes: ScreenWishes {
    var wishes = ScreenWishes()
    if let presenter { wishes.presenter = presenter }
    wishes.colors = colors?.depth
    if let graphics { wishes.graphics = graphics }
    if let symbols {
      wishes.symbols = symbols.symbols
      // A person who names characters wants to see them.
      if wishes.graphics == .auto { wishes.graphics = .symbols }
    }
    return wishes
  }

  private func check(_ name: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(name) takes \(range.lowerBound) to \(range.upperBound)")
  }
}
