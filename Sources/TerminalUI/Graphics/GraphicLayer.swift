import Raster

/// What a presenter does about graphics, before and after the cells of a frame.
///
/// What it sends is appended to the bytes of the frame.
protocol GraphicLayer: AnyObject {
  /// False when the terminal would leave pixels behind where it scrolls.
  var allowsScrolling: Bool { get }

  /// What is to be told of the terminal's answers about graphics; nil where it gives none.
  var answers: (any GraphicAnswering)? { get }

  /// The surface as it can be sent now: parts of graphics are made ready, or replaced by their
  /// fallback.
  func prepare(_ surface: Surface, limit: FrameLimit, into bytes: inout ByteBuffer) -> Surface

  /// Called when all cells of the prepared surface are on the screen.
  ///
  /// - Returns: false when the surface is to be presented again, because graphics are missing.
  func finish(limit: FrameLimit, into bytes: inout ByteBuffer) -> Bool

  /// Ends what a frame that was cut short may have left half sent; `close` follows.
  func endCutShort(into bytes: inout ByteBuffer)

  /// Takes back all that the terminal keeps of graphics, and forgets it.
  func close(into bytes: inout ByteBuffer)
}

extension GraphicLayer {
  var answers: (any GraphicAnswering)? { nil }
}

/// Graphics that may be lost on their way, as behind tmux, and of which the terminal says that it has
/// them.
///
/// What is lost is missing in the next frame, which sends it again; the third time it is taken for
/// there without an answer.
package protocol GraphicAnswering: AnyObject {
  /// Whether graphics that are begun from now on are to be answered; false at first.
  var wantsAnswers: Bool { get set }

  /// So many were sent whole and not answered.
  var awaitedCount: Int { get }

  /// The terminal has answered about one.
  ///
  /// - Parameters:
  ///   - name: what the terminal calls it.
  ///   - isThere: false when it could not make it of what came.
  /// - Returns: whether this one, or one that was sent before it, is lost.
  func answered(_ name: UInt32, isThere: Bool) -> Bool

  /// No answer comes any more: what is awaited is lost.
  ///
  /// - Returns: whether anything is.
  func loseAwaited() -> Bool
}
