import Raster

extension ScreenPlan {
  /// A plan for a terminal that nobody looks at: it shows everything that is asked of it.
  ///
  /// - Parameter isDirect: which presenter; nil for the one that was wished, or the direct one where
  ///   24-bit colour is.
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
