import Raster

/// Sends 24-bit frames to the terminal itself, encoded by `FrameEncoder`; ncurses draws nothing.
package final class DirectPresenter: Presenter {
  private let output: any TerminalOutput
  private var encoder: FrameEncoder

  package init(output: any TerminalOutput) {
    self.output = output
    encoder = FrameEncoder(size: CellSize(columns: 0, rows: 0))
  }

  package let name = "direct"
  package let colors = ColorDepth.trueColor

  package var pendingDescriptor: Int32? {
    encoder.bytes.isPending ? output.descriptor : nil
  }

  package func present(_ surface: Surface) -> Int {
    if pendingDescriptor != nil { return 0 }
    encoder.encode(surface)
    encoder.bytes.send(to: output)
    return encoder.bytes.count
  }

  package func flush() {
    encoder.bytes.send(to: output)
  }

  package func invalidate() {
    encoder.invalidate()
  }
}
