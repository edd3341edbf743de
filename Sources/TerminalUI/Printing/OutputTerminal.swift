import CNcursesw
import Glibc
import Raster
import TerminalGraphics

/// The destination of printed pictures, as far as it is known: a terminal, a file or another program.
package struct OutputTerminal: Hashable, Sendable {
  package let capabilities: TerminalCapabilities
  package let features: TerminalFeatures
  /// The size of the terminal; nil if the output is none.
  package let size: CellSize?
  /// Whether texts can be links.
  package let showsLinks: Bool
  /// Whether the program runs in tmux.
  private let isInTmux: Bool

  init(
    _ capabilities: TerminalCapabilities, _ features: TerminalFeatures, size: CellSize?,
    environment: (String) -> String?
  ) {
    self.capabilities = capabilities
    self.features = features
    self.size = size
    isInTmux = Multiplexer(environment: environment) == .tmux
    let type = environment("TERM") ?? ""
    let isPlain = type.isEmpty || Self.plainTypes.contains(where: type.hasPrefix)
    showsLinks = size != nil && !isPlain
  }

  /// The types of terminals that may print the links' sequences.
  private static let plainTypes = ["dumb", "linux", "vt", "ansi", "cons", "emacs", "eterm"]

  /// The way of showing pictures.
  package func plan(_ wishes: ScreenWishes) -> ScreenPlan {
    ScreenPlan(wishes, on: capabilities, with: features)
  }

  /// The place of a plan's pictures in the output.
  package func placement(of plan: ScreenPlan) -> GraphicPrinter.Placement {
    guard case .kitty = plan.graphics, !plan.placesDirectly else { return .atCursor }
    // A program that takes the output, such as fzf, passes it on into the same tmux.
    return .placeholders(
      throughTmux: features.passthrough == .tmux || (size == nil && isInTmux))
  }
}

extension OutputTerminal {
  /// The properties of the terminal's type, without starting ncurses.
  ///
  /// - Parameter isPiped: whether the output is no terminal, so that it shows 24-bit color unless the environment
  ///   contradicts.
  static func capabilities(
    isPiped: Bool, environment: (String) -> String?
  ) -> TerminalCapabilities {
    let (name, entry) = terminfo(of: environment("TERM") ?? "")
    let colors =
      isPiped
      ? ColorDepth.piped(terminfo: entry, environment: environment)
      : ColorDepth.detected(
        terminfo: entry ?? TerminfoColors(count: 0, isDirect: false), environment: environment)
    return TerminalCapabilities(
      name: name, colors: colors, isUTF8: CursesLocale.isUTF8,
      erasesWithBackground: entry?.fillsErased ?? false,
      knowsOctants: curses_columns(0x1CD00) == 1,
      isInTmux: Multiplexer(environment: environment) == .tmux,
      isRemote: RemoteLogin.isSuggested(by: environment))
  }

  /// Whether a terminal's type promises that it understands queries: it can place the cursor.
  static var canBeAsked: Bool {
    guard let address = tigetstr("cup") else { return false }
    return Int(bitPattern: address) != -1
  }

  /// Reads the terminfo entry of a type, or xterm's for a similar terminal without an entry.
  private static func terminfo(of type: String) -> (name: String, TerminfoColors?) {
    var error: Int32 = 0
    let similar = TerminalSession.resemblesXterm(type) ? ["xterm-256color"] : []
    for name in [type] + similar where !name.isEmpty {
      if setupterm(name, STDOUT_FILENO, &error) == 0 { return (name, TerminfoColors()) }
    }
    return (type, nil)
  }
}

extension ColorDepth {
  /// The colors of output that is no terminal.
  ///
  /// It may end up anywhere, so `TERM` counts only if it names a terminal of few colors. Terminals like xterm have 24-bit
  /// color, whatever their entries say.
  ///
  /// - Parameter terminfo: the entry of `TERM`; nil for none.
  static func piped(
    terminfo: TerminfoColors?, environment: (String) -> String?
  ) -> ColorDepth {
    if environment("NO_COLOR")?.isEmpty == false { return .mono }
    let type = environment("TERM") ?? ""
    guard let terminfo, !TerminalSession.resemblesXterm(type) else { return .trueColor }
    let depth = detected(terminfo: terminfo, environment: environment)
    return depth == .indexed256 ? .trueColor : depth
  }
}
