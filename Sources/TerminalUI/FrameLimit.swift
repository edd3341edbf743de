/// How much one call of `present` may send, and where the eye is.
package struct FrameLimit: Hashable, Sendable {
  /// The frame's part ends with the first row that reaches so many bytes; `.max` for none.
  package var bytes: Int
  /// Rows near it are painted first when not all may fit.
  package var focusRow: Int

  package init(bytes: Int, focusRow: Int) {
    self.bytes = bytes
    self.focusRow = focusRow
  }

  /// The whole frame, from the top.
  package static let none = FrameLimit(bytes: .max, focusRow: 0)
}
