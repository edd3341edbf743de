import GalleryCore
import Raster
import TerminalUI

extension FrameCase {
  /// The events before each measured frame.
  enum Motion: String, CaseIterable {
    /// The program's first frame, which shows placeholders.
    case first = "first frame"
    /// Every cell is sent again.
    case repaint
    case row
    /// The view scrolls by a row beside the overlay's panel.
    case panel = "row, panel"
    /// The view scrolls by a row beside the full overlay.
    case overlay = "row, overlay"
    case page
    case popupOpen = "popup open"
    case popupClose = "popup close"
    /// One of hundreds of small pictures arrives, while the others load.
    case arrival

    /// The events that set up the screen at the beginning.
    var beginning: [Event] {
      switch self {
      case .panel: Array(repeating: .key(.character("o")), count: 2)
      case .overlay: Array(repeating: .key(.character("o")), count: 3)
      case .popupClose: [.key(.character("?"))]
      case .first, .repaint, .row, .page, .popupOpen, .arrival: []
      }
    }

    /// The modes that are measured.
    var modes: [Mode] {
      switch self {
      case .row: Mode.all + Mode.kitty
      case .panel, .arrival: [.trueColor]
      case .first, .repaint, .overlay, .page, .popupOpen, .popupClose: Mode.all
      }
    }

    /// The cells of a tile; small ones if their number matters.
    var tile: TileSize {
      self == .arrival
        ? TileSize(cells: CellSize(columns: 8, rows: 4), elsewhere: .standard) : .standard
    }

    var events: [Event] {
      switch self {
      case .first, .repaint, .arrival: []
      case .row, .panel, .overlay: [.scrolled(rows: 1)]
      case .page: [.key(.pageDown)]
      case .popupOpen, .popupClose: [.key(.character("?"))]
      }
    }

    /// The events that undo the motion, in a separate frame that is not measured.
    var reversal: [Event] {
      switch self {
      case .popupOpen, .popupClose: events
      case .first, .repaint, .row, .panel, .overlay, .page, .arrival: []
      }
    }
  }

  /// A presenter with a color depth, or with graphics.
  struct Mode {
    let presenter: ScreenWishes.PresenterKind
    let colors: ColorDepth
    var graphics = ScreenWishes.Graphics.symbols

    static let presenters: [ScreenWishes.PresenterKind] = [.direct, .curses]

    static let trueColor = Mode(presenter: .direct, colors: .trueColor)

    static let all =
      [trueColor]
      + ColorDepth.allCases.map { Mode(presenter: .curses, colors: $0) }

    /// The variants of kitty's protocol, which differ when rows move.
    static let kitty = [ScreenWishes.Graphics.kitty, .kittyDirect].map {
      Mode(presenter: .direct, colors: .trueColor, graphics: $0)
    }

    var name: String {
      "\(presenter.rawValue) \(graphics == .symbols ? colors.rawValue : graphics.rawValue)"
    }

    var wishes: ScreenWishes {
      var wishes = ScreenWishes()
      wishes.presenter = presenter
      wishes.colors = colors
      wishes.graphics = graphics
      return wishes
    }
  }
}
