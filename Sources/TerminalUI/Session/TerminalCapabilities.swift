import CNcursesw
import Raster

/// The terminal's properties by terminfo and the person's environment.
package struct TerminalCapabilities: Hashable, Sendable {
  /// The terminfo entry in use: `TERM`, or xterm's for a terminal without one that resembles it.
  package let name: String
  /// The most colors it shows.
  package let colors: ColorDepth
  /// False when the person's locale says that it does not speak UTF-8.
  package let isUTF8: Bool
  /// Erasing fills with the current background, by its terminfo entry; ncurses relies on it too.
  package var erasesWithBackground = false
  /// The C library knows the widths of octants (Unicode 16), which ncurses and tmux ask it for.
  package var knowsOctants = false
  /// Tmux is between the program and the terminal, and drops characters of unknown width.
  package var isInTmux = false
  /// The person has logged in from elsewhere, so that frames go over a network.
  package var isRemote = false

  /// The characters that it can be sent.
  package var charset: Charset { isUTF8 ? .utf8 : .ascii }
}

/// The colors in a terminfo entry.
struct TerminfoColors {
  /// The number of colors, 0 when it has none.
  var count: Int
  /// It claims 24-bit colors, by ncurses' flag `RGB` or by tmux's `Tc`.
  var isDirect: Bool
  /// Erased cells take the current background (`bce`).
  var fillsErased = false

  init(count: Int, isDirect: Bool) {
    self.count = count
    self.isDirect = isDirect
  }

  /// Reads the entry of the selected screen.
  init() {
    self.init(
      count: Int(max(0, tigetnum("colors"))),
      isDirect: tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || tigetflag("Tc") > 0)
    fillsErased = tigetflag("bce") > 0
  }
}

extension ColorDepth {
  /// The most colors that a terminal shows, as far as that is known without asking it.
  ///
  /// `NO_COLOR` (no-color.org) wins. `COLORTERM` counts except inside GNU screen, which passes it
  /// on and shows 256. Tmux shows 24-bit colors as well as its own terminal can.
  static func detected(
    terminfo: TerminfoColors, environment: (String) -> String?
  ) -> ColorDepth {
    func value(_ name: String) -> String { environment(name) ?? "" }
    if !value("NO_COLOR").isEmpty { return .mono }
    let multiplexer = Multiplexer(environment: environment)
    let isTmux = multiplexer == .tmux && !value("TMUX").isEmpty
    let isScreen = multiplexer == .screen && !value("STY").isEmpty
    let isClaimed = ["truecolor", "24bit"].contains(value("COLORTERM")) && !isScreen
    if isTmux || isClaimed || terminfo.isDirect { return .trueColor }
    switch terminfo.count {
    case 256...: return .indexed256
    case 16...: return .ansi16
    case 8...: return .ansi8
    default: return .mono
    }
  }
}
