import Keys
import Raster

/// The screens over each other: the tiles, one picture over them, and the help screen over both.
struct ScreenStack {
  /// Whether one picture covers the tiles.
  var showsPicture = false
  /// The help screen; nil while it is closed.
  var help: HelpView?

  /// The screen that a person sees.
  var top: ShownScreen { help != nil ? .help : showsPicture ? .detail : .tiles }

  /// The command that a key means on the screen at the top; nil for none, or one of its own.
  mutating func press(_ key: Key, in room: CellSize) -> Command? {
    help == nil ? KeyBindings.command(for: key) : help?.press(key, in: room)
  }

  mutating func toggleHelp() { help = help == nil ? HelpView() : nil }
}

/// The screen that a person sees.
package enum ShownScreen: Hashable, Sendable {
  case tiles, detail, help
}
