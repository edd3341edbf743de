import ArgumentParser
import GalleryApp
import GalleryCore
import ImageSources
import Prefetching
import Raster
import TerminalUI

/// The options for the gallery's look and its loads.
///
/// All options are optional, here and in the other groups, and their help contains the defaults:
/// for each kind of value, the parser makes the runtime search all conformances of the program
/// several times.
struct BrowseOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help:
      "Items of the demo or of a template (default: \(SourceArguments.defaultCount); the demo on a terminal: 10000)."
  )
  var count: Int?

  @Option(
    parsing: .unconditional,
    help: "Index of the first item of the demo or of a template (default: 0).")
  var first: Int?

  @Option(
    help:
      "auto, list or grid (default: auto, the demo as a list, one picture opened, others a grid).")
  var layout: LayoutChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Preferred tile size in cells; a grid fills the width with columns of about that size \
      (default: 24x10 in a grid, 32x13 below 100 columns, less on a low screen; 9x4 in a list).
      """, valueName: "CxR"))
  var tile: CellSize?

  @Option(
    help: """
      contain or cover: show whole pictures in the tiles, or fill the tiles and cut off the excess \
      (default: contain).
      """)
  var fit: PictureFit?

  @Option(
    help: ArgumentHelp(
      "Prefetch policy: off, static or adaptive (default: adaptive).",
      valueName: "name"))
  var prefetch: PrefetchPolicyName?

  @Flag(help: "The same as --prefetch off.")
  var noPrefetch = false

  @Option(
    parsing: .unconditional,
    help: """
      Frames a second at most, 1 to 240 (default: \(SessionConfiguration().view.framesPerSecond)).
      """)
  var fps: Int?

  @Flag(help: "Start with the overlay of frame times open.")
  var overlay = false

  func validate() throws {
    try check("--count", count, 1...1_000_000_000_000)
    try check("--first", first, 0...1_000_000_000_000)
    try check("--fps", fps, 1...240)
    if noPrefetch, let prefetch, prefetch != .off {
      throw ValidationError("--no-prefetch and --prefetch \(prefetch) contradict each other")
    }
  }

  func apply(to items: inout SessionConfiguration.Items) {
    items.count = count
    items.first = first
  }

  func apply(to view: inout SessionConfiguration.View) {
    view.layout = layout?.mode
    view.tile = tile
    if let fit { view.fit = fit }
    if let prefetch, prefetch != .off { view.policy = prefetch.policy }
    view.isPrefetchingEnabled = !noPrefetch && prefetch != .off
    if let fps { view.framesPerSecond = fps }
    if overlay { view.overlay = .panel }
  }

  private func check(_ name: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(name) takes \(range.lowerBound) to \(range.upperBound)")
  }
}
