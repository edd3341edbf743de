/// Tracks graphics that were sent but may not have arrived.
///
/// Some get lost on the way, for example behind tmux, so their arrival is confirmed. Others are
/// dropped to make room or refused, which the terminal reports unasked. A lost graphic is sent
/// again with the next frame; the third time, it counts as arrived without an answer. A graphic
/// refused three times is replaced by its fallback until it comes back to the screen.
package protocol GraphicAnswering: AnyObject {
  /// Whether new graphics ask for an answer; false at first.
  var wantsAnswers: Bool { get set }

  /// The number of completely sent graphics without an answer.
  var awaitedCount: Int { get }

  /// Receives the terminal's answer about a graphic.
  ///
  /// - Parameters:
  ///   - name: the terminal's name for the graphic.
  ///   - isThere: whether the terminal has it; false if it could not decode the bytes.
  /// - Returns: whether this graphic, or one that was sent before it, is lost.
  func answered(_ name: UInt32, isThere: Bool) -> Bool

  /// Stops waiting for answers: graphics without one are lost.
  ///
  /// - Returns: whether there were any.
  func loseAwaited() -> Bool
}

/// Decides when graphics behind tmux ask for an answer, and how long to wait for it.
///
/// Tmux drops bytes passed through while it has a pane to redraw, as after a change to the
/// alternate screen: on the first screen in kitty 0.41 behind tmux 3.5a, 3 of 5 pictures or all.
/// Tmux sends answers to the pane with the keyboard, whichever pane asked. So graphics ask only
/// when this pane surely has it: shortly after a key, a start, or a suspension.
package struct AnswerWatch {
  /// The time after `recordPresence` in which graphics ask for answers.
  static let span = Duration.seconds(3)
  /// The time after the last graphic or answer when an unanswered graphic counts as lost.
  package static let patience = Duration.seconds(1)

  private var asksUntil: Duration?
  private var awaited = 0
  /// The time at which the awaited graphics count as lost; nil if none are awaited.
  package private(set) var deadline: Duration?

  package init() {}

  /// Records that the person is here, with the keyboard in this pane.
  package mutating func recordPresence(at instant: Duration) {
    asksUntil = instant + Self.span
  }

  package func wantsAnswers(at instant: Duration) -> Bool {
    asksUntil.map { instant < $0 } ?? false
  }

  /// Updates the number of awaited graphics.
  ///
  /// Frames without new graphics, such as those of an animation, do not extend the deadline.
  package mutating func setAwaitedCount(_ awaited: Int, at instant: Duration) {
    if awaited != self.awaited { deadline = awaited > 0 ? instant + Self.patience : nil }
    self.awaited = awaited
  }
}
