import Raster
import TerminalUI

/// Presenters by name, without a terminal.
enum Presenters {
  /// A presenter whose frames are counted and thrown away.
  ///
  /// - Parameter colors: nil for 24-bit where the presenter has it by itself, else 256.
  static func onSink(
    _ name: String, colors: ColorDepth?
  ) throws(TerminalError) -> any Presenter {
    guard name == "curses" else { return DirectPresenter(output: CountingOutput()) }
    return try CursesPresenter(
      terminal: "xterm-256color", colors: colors ?? .indexed256, output: CountingOutput())
  }
}
