import Raster

extension TerminalSession {
  /// Makes a presenter for a plan that was made from this session's features.
  ///
  /// A presenter through ncurses that was made before may present nothing any more.
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
  /// The way to send the terminal graphics.
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
  /// The sequences with which the direct presenter may save bytes.
  package var shortcuts: Shortcuts {
    var shortcuts: Shortcuts = []
    if repeatsCharacters { shortcuts.insert(.repeats) }
    if erasesWithBackground { shortcuts.insert(.erasesWithBackground) }
    return shortcuts
  }
}

extension ScreenPlan {
  /// Makes a plan for an imaginary terminal that shows everything.
  ///
  /// - Parameter isDirect: the presenter; nil, the default, for the wished one, or for the direct
  ///   one in 24-bit color.
  package init(sink wishes: ScreenWishes, isDirect: Bool? = nil) {
    self.init(
      wishes,
      on: TerminalCapabilities(name: Self.sinkTerminal, colors: .trueColor, isUTF8: true),
      with: .unknown, isDirect: isDirect)
  }

  /// Makes a presenter whose frames are counted and thrown away.
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
