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
