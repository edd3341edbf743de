/// What one call of `present` did.
package struct PresentedFrame: Hashable, Sendable {
  /// The bytes of this frame or part of one, trailer included; 0 when nothing is to be sent.
  package let bytes: Int
  /// False while the screen is not the surface yet: more is to be painted by another call, with the
  /// same surface or a newer one.
  package let isComplete: Bool

  package init(bytes: Int, isComplete: Bool) {
    self.bytes = bytes
    self.isComplete = isComplete
  }

  /// What a call answers while the frame before is still under way.
  static let refused = PresentedFrame(bytes: 0, isComplete: false)
}
