import CNcursesw
import Glibc
import Raster

extension TerminalSession {
  /// Starts ncurses for a terminal type, by default that of `TERM`.
  static func start(
    _ type: String?, _ device: TerminalDevice, _ pipe: KeyPipe
  ) throws(TerminalError) -> (CursesScreen, TerminalCapabilities) {
    var name = type ?? environment("TERM") ?? ""
    let screen: CursesScreen
    do throws(TerminalError) {
      if name.isEmpty { throw TerminalError.unknownTerminal(name: name) }
      screen = try CursesScreen(terminal: name, keys: pipe.readEnd)
    } catch {
      guard resemblesXterm(name) else { throw error }
      name = "xterm-256color"
      screen = try CursesScreen(terminal: name, keys: pipe.readEnd)
    }
    guard let address = tigetstr("cup"), Int(bitPattern: address) != -1 else {
      throw .incapableTerminal(name: name)
    }
    screen.setModes(of: device.control)
    let terminfo = TerminfoColors()
    let capabilities = TerminalCapabilities(
      name: name, colors: ColorDepth.detected(terminfo: terminfo, environment: environment),
      isUTF8: CursesLocale.isUTF8, erasesWithBackground: terminfo.fillsErased,
      knowsOctants: curses_columns(0x1CD00) == 1,
      isInTmux: Multiplexer(environment: environment(of: type)) == .tmux,
      isRemote: RemoteLogin.isSuggested(by: environment(of: type)))
    return (screen, capabilities)
  }

  /// Whether a terminal understands xterm's sequences, for modern ones that Debian's basic terminfo
  /// lacks.
  static func resemblesXterm(_ name: String) -> Bool {
    let families = [
      "alacritty", "contour", "foot", "ghostty", "iterm", "kitty", "konsole", "rio", "st-", "vte",
      "wezterm", "xterm",
    ]
    return families.contains { name.lowercased().hasPrefix($0) }
  }

  /// The environment of a terminal; if a type is given, it has only that type.
  static func environment(of type: String?) -> (String) -> String? {
    guard let type else { return environment }
    return { $0 == "TERM" ? type : nil }
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
