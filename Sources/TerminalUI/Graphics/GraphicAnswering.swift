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
