import Raster

@testable import TerminalUI

extension TerminalSession {
  /// A presenter of a kind, in so many colors.
  func makePresenter(
    _ kind: ScreenWishes.PresenterKind, _ colors: ColorDepth
  ) throws(TerminalError) -> any Presenter {
    var wishes = ScreenWishes()
    wishes.presenter = kind
    wishes.colors = colors
    return try makePresenter(for: ScreenPlan(wishes, on: capabilities, with: features))
  }
}
