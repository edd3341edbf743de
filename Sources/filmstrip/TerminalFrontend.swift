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
    adapt()
  }

  var size: CellSize { session.size }

  var acknowledges: Bool? { session.features.acknowledgement.map { _ in true } }

  /// Every terminal that was tried answers DA1; once it is known what this one answers with less, that
  /// is asked.
  private var frameQuery: StatusQuery { session.features.acknowledgement ?? .attributes }

  var isUTF8: Bool { session.capabilities.isUTF8 }

  /// The console's font has the 256 characters of a PC's display.
  var finestSymbols: SymbolSet? { session.capabilities.name.hasPrefix("linux") ? .half : nil }

  var descriptors: [Int32] { [session.inputDescriptor, session.signalDescriptor] }

  func wakeAt(frames: Int, isIdle: Bool) -> Duration? {
    session.inputDeadline.map { ProgramClock.now + max(.zero, $0 - .now) }
  }

  func presented(_ frame: PresentedFrame) {
    if frame.bytes > 0 { session.expectAnswer(to: frameQuery) }
  }

  /// The terminal has told what it can do.
  private func adapt() {
    presenter.trailer = frameQuery.bytes
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
    collected.acknowledgements = input.replies.count { frameQuery.isAnswered(by: $0) }
    if input.featuresChanged { adapt() }
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
    adapt()
    presenter.invalidate()
    return nil
  }

  func suspend() {
    session.suspend()
    session.resume()
  }

  func close() { session.close() }
}
