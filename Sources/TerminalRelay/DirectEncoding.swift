import FrameProfiling
import Raster
import TerminalGraphics
import TerminalUI

/// The bytes that Filmstrip's own presenter would send for a screen.
///
/// Colors of the palette count as 24-bit colors of one digit or few, a few bytes more than their own sequences.
package final class DirectEncoding: FrameEncoding {
  private let presenter = DirectPresenter(output: CountingOutput())

  package init() {}

  package func bytes(for surface: Surface) -> Int { presenter.present(surface) }
}
