import Raster
import TerminalGraphics

/// Sends 24-bit frames directly to the terminal, encoded by `FrameEncoder` without ncurses.
package final class DirectPresenter: Presenter {
  private let output: any TerminalOutput
  private var encoder: FrameEncoder
  private let layer: any GraphicLayer

  /// Creates a presenter that knows nothing about the screen.
  ///
  /// - Parameters:
  ///   - output: the destination of the frames.
  ///   - graphics: the protocol for graphics; none by default.
  ///   - shortcuts: the shortcuts that the terminal is known to support; none by default.
  ///   - charset: the characters that the terminal takes; UTF-8 by default.
  package init(
    output: any TerminalOutput, graphics: GraphicOutput = .none, shortcuts: Shortcuts = [],
    charset: Charset = .utf8
  ) {
    self.output = output
    layer = graphics.makeLayer()
    encoder = FrameEncoder(
      size: CellSize(columns: 0, rows: 0), shortcuts: shortcuts, charset: charset)
  }

  package let name = "direct"
  package let colors = ColorDepth.trueColor

  package var ending = FrameEnding()

  /// The shortcuts that the terminal is known to support; may be set between frames.
  package var shortcuts: Shortcuts {
    get { encoder.shortcuts }
    set { encoder.shortcuts = newValue }
  }

  /// The receiver of the terminal's answers about graphics; nil if it gives none.
  package var graphicAnswers: (any GraphicAnswering)? { layer.answers }

  /// The medium for pixels to a terminal on this machine; may be set between frames.
  ///
  /// Nil at first and after a failure; pixels are then sent in frames.
  package var medium: LocalMedium? {
    get { layer.medium }
    set { layer.medium = newValue }
  }

  package var isWithinGraphic: Bool { layer.isWithinGraphic }

  package var pendingDescriptor: Int32? {
    encoder.bytes.isPending ? output.descriptor : nil
  }

  package func present(_ surface: Surface, limit: FrameLimit) -> PresentedFrame {
    if pendingDescriptor != nil { return .refused }
    encoder.bytes.clear()
    let cells = layer.prepare(surface, limit: limit, into: &encoder.bytes)
    var isComplete = encoder.encode(
      cells, graphics: surface.graphics, mayScroll: layer.allowsScrolling, limit: limit)
    if encoder.hasMovedRows { layer.rowsMoved() }
    if isComplete { isComplete = layer.finish(limit: limit, into: &encoder.bytes) }
    ending.append(to: &encoder.bytes)
    encoder.bytes.send(to: output)
    return PresentedFrame(
      bytes: encoder.bytes.count, handedBytes: layer.handedBytes, isComplete: isComplete)
  }

  package func flush() {
    encoder.bytes.send(to: output)
  }

  package func invalidate() {
    encoder.invalidate()
    layer.rowsMoved()
  }

  package func farewell() -> [UInt8] {
    var bytes = ByteBuffer()
    if encoder.bytes.isPending {
      bytes.append(ByteBuffer.cut)
      layer.endCutShort(into: &bytes)
    }
    encoder.bytes.clear()
    encoder.invalidate()
    layer.close(into: &bytes)
    return bytes.contents
  }
}

/// Sequences that save bytes, on terminals known to support them.
package struct Shortcuts: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// REP, `CSI n b`, repeats the last character.
  ///
  /// xterm, VTE, kitty and alacritty support it (terminfo `rep`, but many terminals that use
  /// xterm's entry lack it). Tmux before 3.5 repeats only ASCII, so it does not count.
  package static let repeats = Shortcuts(rawValue: 1)
  /// Erased cells take the current background (terminfo `bce`), not the terminal's own.
  ///
  /// By their own terminfo entries, tmux and screen do not.
  package static let erasesWithBackground = Shortcuts(rawValue: 2)
}
