import Raster

/// The most that one call of `present` may send, and the cell where the eye is.
package struct FrameLimit: Hashable, Sendable {
  /// A part of a frame ends with the first row that reaches this many bytes; `.max` for no limit.
  package var bytes: Int
  /// The most bytes of new pictures that the terminal draws itself; `.max` for no limit.
  ///
  /// Coarse cells stand in for the others, so that text never waits for pictures.
  package var pictureBytes: Int
  /// The rows and pictures near this cell are sent first when not all may fit.
  package var focus: CellPoint

  package init(bytes: Int, pictureBytes: Int = .max, focus: CellPoint) {
    self.bytes = bytes
    self.pictureBytes = pictureBytes
    self.focus = focus
  }

  /// The whole frame, from the top.
  package static let none = FrameLimit(bytes: .max, focus: CellPoint(column: 0, row: 0))

  /// The most bytes of commands that transmit pictures.
  var transmissionBytes: Int { min(bytes, pictureBytes) }
}
