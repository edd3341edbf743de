import GalleryCore
import Keys
import Raster
import TerminalUI

extension FrameCase {
  /// What happens before each frame that is measured.
  enum Motion: String, CaseIterable {
    /// The first frame of the program, of placeholders.
    case first = "first frame"
    /// Every cell is sent anew.
    case repaint
    case row
    /// A row, under the whole overlay of frame times.
    case overlay = "row, overlay"
    case page
    case popupOpen = "popup open"
    case popupClose = "popup close"

    /// What is shown over the pictures from the beginning.
    var beginning: [Event] {
      switch self {
      case .overlay: [.key(.character("o")), .key(.character("o"))]
      case .popupClose: [.key(.character("?"))]
      case .first, .repaint, .row, .page, .popupOpen: []
      }
    }

    var events: [Event] {
      switch self {
      case .first, .repaint: []
      case .row, .overlay: [.scrolled(rows: 1)]
      case .page: [.key(.pageDown)]
      case .popupOpen, .popupClose: [.key(.character("?"))]
      }
    }

    /// What undoes the events, in a frame of its own that is not counted.
    var reversal: [Event] {
      switch self {
      case .popupOpen, .popupClose: events
      case .first, .repaint, .row, .overlay, .page: []
      }
    }
  }

  /// A presenter in a number of colors.
  struct Mode {
    let presenter: ScreenWishes.PresenterKind
    let colors: ColorDepth

    static let presenters: [ScreenWishes.PresenterKind] = [.direct, .curses]

    static let all =
      [Mode(presenter: .direct, colors: .trueColor)]
      + ColorDepth.allCases.map { Mode(presenter: .curses, colors: $0) }

    var name: String { "\(presenter.rawValue) \(colors.rawValue)" }

    var wishes: ScreenWishes {
      var wishes = ScreenWishes()
      wishes.presenter = presenter
      wishes.colors = colors
      return wishes
    }
  }
}
