extension Command {
  /// The session effect of the command; nil if it is for the gallery.
  var sessionEffect: SessionEffect? {
    switch self {
    case .leave: .leave(status: 0)
    case .interrupt: .leave(status: 130)
    case .suspend: .suspend
    case .repaint: .repaint
    case .usePresenter(let choice): .usePresenter(choice)
    case .takeNextOrder: .takeNextOrder
    default: nil
    }
  }
}
