import Raster

extension TerminalSession {
  /// A presenter for a plan that was made of what this session knows; one through ncurses that was
  /// made before may present nothing any more.
  package func makePresenter(for plan: ScreenPlan) throws(TerminalError) -> any Presenter {
    if plan.isDirect {
      return DirectPresenter(
        output: output,
        graphics: GraphicOutput(plan.graphics, throughTmux: features.passthrough == .tmux),
        shortcuts: features.shortcuts, charset: capabilities.charset)
    }
    return try CursesPresenter(
      drawing, colors: plan.rendition.colors, output: output, charset: capabilities.charset)
  }
}

extension GraphicOutput {
  /// The protocol of a method; none for symbols.
  init(_ method: Rendition.Method?, throughTmux: Bool) {
    self =
      switch method {
      case .kitty: .kitty(throughTmux: throughTmux)
      case .sixel: .sixel()
      case .symbols, nil: .none
      }
  }
}

extension TerminalFeatures {
  /// What the direct presenter may save bytes with.
  package var shortcuts: Shortcuts {
    var shortcuts: Shortcuts = []
    if repeatsCharacters { shortcuts.insert(.repeats) }
    if erasesWithBackground { shortcuts.insert(.erasesWithBackground) }
    return shortcuts
  }
}

extension ScreenPlan {
  /// A plan for a terminal that nobody looks at: it shows everything that is asked of it.
  ///
  /// - Parameter isDirect: which presenter; nil for the one that was wished, or the direct one where
  ///   24-bit color is.
  package init(sink wishes: ScreenWishes, isDirect: Bool? = nil) {
    self.init(
      wishes,
      on: TerminalCapabilities(name: Self.sinkTerminal, colors: .trueColor, isUTF8: true),
      with: .unknown, isDirect: isDirect)
  }

  /// A presenter whose frames are counted and thrown away.
  package func makeSinkPresenter() throws(TerminalError) -> any Presenter {
    let output = CountingOutput()
    if isDirect {
      return DirectPresenter(output: output, graphics: GraphicOutput(graphics, throughTmux: false))
    }
    return try CursesPresenter(
      terminal: Self.sinkTerminal, colors: rendition.colors, output: output)
  }

  private static let sinkTerminal = "xterm-256color"
}
