import Raster
import TerminalGraphics

extension TerminalSession {
  /// Makes a presenter for a plan based on this session's features.
  ///
  /// A previous presenter through ncurses must not be used again.
  package func makePresenter(for plan: ScreenPlan) throws(TerminalError) -> any Presenter {
    if plan.isDirect {
      let presenter = DirectPresenter(
        output: output,
        graphics: plan.output(throughTmux: features.passthrough == .tmux),
        shortcuts: features.shortcuts, charset: capabilities.charset)
      presenter.medium = features.medium
      return presenter
    }
    return try CursesPresenter(
      drawing, colors: plan.rendition.colors, output: output, charset: capabilities.charset)
  }
}

extension ScreenPlan {
  /// The protocol for the terminal's graphics.
  fileprivate func output(throughTmux: Bool) -> GraphicOutput {
    switch graphics {
    case .kitty: placesDirectly ? .kittyDirect() : .kitty(throughTmux: throughTmux)
    case .sixel: .sixel()
    case .iterm2: .iterm2
    case .symbols, nil: .none
    }
  }
}

extension TerminalFeatures {
  /// The shortcuts for the direct presenter.
  package var shortcuts: Shortcuts {
    var shortcuts: Shortcuts = []
    if repeatsCharacters { shortcuts.insert(.repeats) }
    if erasesWithBackground { shortcuts.insert(.erasesWithBackground) }
    return shortcuts
  }
}

extension ScreenPlan {
  /// Makes a plan for an imaginary terminal with all features.
  ///
  /// - Parameter isDirect: the presenter; nil, the default, for the requested one, or for the
  ///   direct one in 24-bit color.
  package init(sink wishes: ScreenWishes, isDirect: Bool? = nil) {
    self.init(
      wishes,
      on: TerminalCapabilities(name: Self.sinkTerminal, colors: .trueColor, isUTF8: true),
      with: .unknown, isDirect: isDirect)
  }

  /// Makes a presenter whose frames are counted and discarded.
  package func makeSinkPresenter() throws(TerminalError) -> any Presenter {
    let output = CountingOutput()
    if isDirect {
      return DirectPresenter(output: output, graphics: self.output(throughTmux: false))
    }
    return try CursesPresenter(
      terminal: Self.sinkTerminal, colors: rendition.colors, output: output)
  }

  private static let sinkTerminal = "xterm-256color"
}
