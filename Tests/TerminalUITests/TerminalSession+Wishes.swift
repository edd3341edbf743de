import Raster

@testable import TerminalUI

extension TerminalSession {
  /// Makes a presenter of a kind, in a color depth.
  func makePresenter(
    _ kind: ScreenWishes.PresenterKind, _ colors: ColorDepth
  ) throws(TerminalError) -> any Presenter {
    var wishes = ScreenWishes()
    wishes.presenter = kind
    wishes.colors = colors
    return try makePresenter(for: ScreenPlan(wishes, on: capabilities, with: features))
  }
}
