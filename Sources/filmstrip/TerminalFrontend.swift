import GalleryCore
import Glibc
import Raster
import TerminalUI

/// The real terminal, with both presenters on it.
final class TerminalFrontend: Frontend {
  private let session: TerminalSession
  private let colors: ColorDepth
  private(set) var presenter: any Presenter

  /// Takes the terminal over; no other thread may be running yet.
  ///
  /// - Parameters:
  ///   - choice: `auto` takes the direct presenter where the terminal shows 24-bit colour.
  ///   - colors: nil for what the terminal has.
  init(choice: PresenterChoice, colors: ColorDepth?) throws(TerminalError) {
    session = try TerminalSession(mouse: true)
    let depth = colors ?? session.capabilities.colors
    // ncurses needs an entry of its own for 24-bit colour and takes far longer with it, so it
    // shows 256 colours unless told otherwise.
    self.colors = colors ?? (depth == .trueColor ? .indexed256 : depth)
    let direct = choice == .direct || (choice == .auto && depth == .trueColor)
    presenter =
      direct
      ? session.makeDirectPresenter() : try session.makeCursesPresenter(colors: self.colors)
  }

  var size: CellSize { session.size }

  var descriptors: [Int32] { [session.inputDescriptor, session.signalDescriptor] }

  func wakeAt(frames: Int, isIdle: Bool) -> Duration? {
    session.inputDeadline.map { ProgramClock.now + max(.zero, $0 - .now) }
  }

  func collect(at now: Duration, frames: Int, isIdle: Bool) -> Collected {
    var collected = Collected()
    for signal in session.readSignals() {
      switch signal {
      case .resize:
        session.refreshSize()
        presenter.invalidate()
        collected.events.append(.resized(session.size))
      case .terminate(let number): collected.ending = .signal(number)
      case .stop:
        suspend()
        presenter.invalidate()
        collected.events.append(.resized(session.size))
      case .continue:
        session.resume()
        presenter.invalidate()
        collected.events.append(.resized(session.size))
      }
    }
    guard let input = session.readInput() else {
      collected.ending = .signal(SIGHUP)
      return collected
    }
    collected.events += input.keys.map(Event.key)
    return collected
  }

  func switchPresenter() -> String? {
    if presenter.name == "direct" {
      guard let other = try? session.makeCursesPresenter(colors: colors) else {
        return "ncurses can't draw on this terminal"
      }
      presenter = other
    } else {
      guard session.capabilities.colors == .trueColor else {
        return "the direct presenter needs 24-bit colour"
      }
      presenter = session.makeDirectPresenter()
    }
    presenter.invalidate()
    return nil
  }

  func suspend() {
    session.suspend()
    session.resume()
  }

  func close() { session.close() }
}
