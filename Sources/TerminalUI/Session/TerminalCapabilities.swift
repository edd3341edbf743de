import CNcursesw
import Raster

/// The terminal's properties according to terminfo and the environment.
package struct TerminalCapabilities: Hashable, Sendable {
  /// The terminfo entry in use: `TERM`, or xterm's for a similar terminal without an entry.
  package let name: String
  /// The most colors that it shows.
  package let colors: ColorDepth
  /// Whether it uses UTF-8; false only if the person's locale says so.
  package let isUTF8: Bool
  /// Whether erased cells get the current background, by its terminfo entry; ncurses relies on it
  /// too.
  package var erasesWithBackground = false
  /// Whether the C library, which ncurses and tmux use, knows the widths of octants (Unicode 16).
  package var knowsOctants = false
  /// Whether the program runs in tmux, which drops characters of unknown width.
  package var isInTmux = false
  /// Whether the person has logged in remotely, so that frames go over a network.
  package var isRemote = false

  /// The characters that can be sent to it.
  package var charset: Charset { isUTF8 ? .utf8 : .ascii }
}

/// The colors in a terminfo entry.
struct TerminfoColors {
  /// The number of colors; 0 for none.
  var count: Int
  /// Whether it claims 24-bit colors, by ncurses' flag `RGB` or by tmux's `Tc`.
  var isDirect: Bool
  /// Whether erased cells take the current background (`bce`).
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
  /// The most colors that a terminal shows, as far as known without a query.
  ///
  /// `NO_COLOR` (no-color.org) takes precedence. `COLORTERM` counts except inside GNU screen, which
  /// passes it on but shows 256. Tmux shows 24-bit colors as well as its own terminal can.
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
