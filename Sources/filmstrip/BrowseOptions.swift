import ArgumentParser
import GalleryApp
import GalleryCore
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

  @Flag(inversion: .prefixedNo, help: "Start with the overlay of frame times open.")
  var overlay: Bool?

  func validate() throws {
    if let fps, !(1...240).contains(fps) { throw ValidationError("--fps takes 1 to 240") }
    if noPrefetch, let prefetch, prefetch != .off {
      throw ValidationError("--no-prefetch and --prefetch \(prefetch) contradict each other")
    }
  }

  func apply(to view: inout SessionConfiguration.View) {
    view.layout = layout?.mode
    view.tile = tile
    if let fit { view.fit = fit }
    if let prefetch, prefetch != .off { view.policy = prefetch.policy }
    view.isPrefetchingEnabled = !noPrefetch && prefetch != .off
    if let fps { view.framesPerSecond = fps }
    if overlay == true { view.overlay = .panel }
  }
}
