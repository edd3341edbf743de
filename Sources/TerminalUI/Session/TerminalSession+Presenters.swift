import Raster

extension TerminalSession {
  /// A presenter that sends 24-bit frames to this terminal itself.
  package func makeDirectPresenter() -> DirectPresenter {
    DirectPresenter(output: output)
  }

  /// A presenter that shows frames on this terminal through ncurses.
  ///
  /// - Parameter colors: the most it uses; with `trueColor`, see `CursesPresenter.init`.
  package func makeCursesPresenter(colors: ColorDepth) throws(TerminalError) -> CursesPresenter {
    try CursesPresenter(terminal: capabilities.name, colors: colors, output: output)
  }
}
