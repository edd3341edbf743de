import Raster

/// What a presenter does about graphics, before and after the cells of a frame.
///
/// What it sends is appended to the bytes of the frame.
protocol GraphicLayer: AnyObject {
  /// False when the terminal would leave pixels behind where it scrolls.
  var allowsScrolling: Bool { get }

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
