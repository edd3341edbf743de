/// Graphics that the terminal may not have, although they were sent.
///
/// Some are lost on their way, as behind tmux; their arrival is confirmed. Others are dropped to
/// make room, or refused; the terminal reports that unasked. A lost graphic is missing in the next
/// frame, which sends it again. The third time, it counts as arrived without an answer. A graphic
/// that was refused three times is shown by its fallback until it comes back to the screen.
package protocol GraphicAnswering: AnyObject {
  /// Whether graphics that are begun from now on ask for an answer; false at first.
  var wantsAnswers: Bool { get set }

  /// The number of graphics that were sent whole and have no answer yet.
  var awaitedCount: Int { get }

  /// Takes the terminal's answer about a graphic.
  ///
  /// - Parameters:
  ///   - name: the terminal's name for the graphic.
  ///   - isThere: false when the terminal could not make it from the bytes that came.
  /// - Returns: whether this one, or one that was sent before it, is lost.
  func answered(_ name: UInt32, isThere: Bool) -> Bool

  /// Gives up the answers that are awaited: those graphics are lost.
  ///
  /// - Returns: whether there were any.
  func loseAwaited() -> Bool
}

/// The times when graphics behind tmux ask for an answer, and how long an answer may take.
///
/// Tmux drops bytes that pass through it while it has a pane to redraw, as after a change to the
/// alternate screen. Of the first screen in kitty 0.41 behind tmux 3.5a, 3 of 5 pictures were
/// dropped, or all. Tmux gives answers to the pane with the keyboard, whichever pane asked. So
/// graphics ask only shortly after the person was here: after a key, at the start, and after a
/// suspension.
package struct AnswerWatch {
  package typealias Instant = ContinuousClock.Instant

  /// The time after a beginning in which graphics ask for answers.
  static let span = Duration.seconds(3)
  /// The time after the last graphic or answer when an unanswered graphic counts as lost.
  static let patience = Duration.seconds(1)

  private var asksUntil: Instant?
  private var awaited = 0
  /// The time when the awaited graphics count as lost; nil while there are none.
  package private(set) var deadline: Instant?

  package init() {}

  /// Notes that the person is here, with the keyboard in this pane.
  package mutating func begin(at instant: Instant) {
    asksUntil = instant + Self.span
  }

  package func wantsAnswers(at instant: Instant) -> Bool {
    asksUntil.map { instant < $0 } ?? false
  }

  /// Notes the number of graphics that are awaited now.
  ///
  /// Frames without another graphic, as of an animation, postpone nothing.
  package mutating func note(awaited: Int, at instant: Instant) {
    if awaited != self.awaited { deadline = awaited > 0 ? instant + Self.patience : nil }
    self.awaited = awaited
  }
}
