import Raster
import TerminalGraphics
import TerminalUI
import TestSupport
import VTermSupport

/// A random session on a presenter, whose frames libvterm shows.
struct PresenterReplay {
  let seed: UInt64
  /// True for limits of random size, so that frames come in parts and change between them.
  var isLimited = false
  var frames = 20

  /// Plays the session and returns the first failure.
  ///
  /// It is nil when libvterm showed every frame as expected, knew every sequence, and got the
  /// reported number of bytes.
  ///
  /// - Parameters:
  ///   - makePresenter: is called once, with the terminal.
  ///   - expected: the presenter's form of a surface; styles that libvterm does not have are left
  ///     out afterwards.
  func failure(
    expected: (Surface) -> Surface, makePresenter: (any TerminalOutput) throws -> any Presenter
  ) rethrows -> String? {
    var random = SeededRandom(seed: seed ^ 0xA5A5)
    let size = CellSize(columns: 2 + Int(seed % 39), rows: 2 + Int(seed % 13))
    var screen = RandomScreen(seed: seed, size: size)
    let output = RecordingOutput()
    let presenter = try makePresenter(output)
    let terminal = VTermScreen(size: size)
    let noise = String(repeating: "\u{1B}[41m?", count: size.area) + "\u{1B}[m"
    terminal.feed(Array(noise.utf8))
    for frame in 0..<frames {
      if frame % 9 == 8 {
        screen.resize()
        terminal.resize(to: screen.surface.size)
      }
      let limit =
        isLimited
        ? FrameLimit(
          bytes: .random(in: 0...3000, using: &random),
          focus: CellPoint(column: 0, row: .random(in: 0..<14, using: &random)))
        : .none
      let presented = presenter.present(screen.surface, limit: limit)
      let bytes = output.take()
      terminal.feed(bytes)
      if bytes.count != presented.bytes {
        return "frame \(frame): \(bytes.count) bytes, not \(presented.bytes)"
      }
      if !terminal.unknown.isEmpty { return "frame \(frame): \(terminal.unknown)" }
      if presented.isComplete,
        let place = CellLook.firstDifference(
          terminal.surface, Self.withoutDim(expected(screen.surface)))
      {
        return "frame \(frame): \(place)"
      }
      if presented.isComplete || Bool.random(using: &random) { screen.step() }
    }
    return nil
  }

  private static func withoutDim(_ surface: Surface) -> Surface {
    var bright = surface
    bright.withMutableCells { cells in
      for index in 0..<cells.count { cells[index].style.remove(.dim) }
    }
    return bright
  }
}
