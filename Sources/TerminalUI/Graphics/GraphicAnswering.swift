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

/// When graphics behind tmux are to be answered, and how long that is waited for.
///
/// Tmux drops what passes through it while it has a pane to redraw, as after a change to the alternate
/// screen: of the first screen in kitty 0.41 behind tmux 3.5a 3 of 5 pictures, or all. It gives answers to
/// the pane that has the keyboard, whoever asked. So they are asked for only just after the person was
/// here: at the start, after a suspension, and when everything is painted anew.
package struct AnswerWatch {
  package typealias Instant = ContinuousClock.Instant

  /// Graphics are to be answered for so long after a beginning.
  static let span = Duration.seconds(3)
  /// What was not answered so long after the last frame or answer is lost.
  static let patience = Duration.seconds(1)

  private var asksUntil: Instant?
  /// What is awaited then is lost; nil while nothing is.
  package private(set) var deadline: Instant?

  package init() {}

  /// The person has just had the program paint everything.
  package mutating func begin(at instant: Instant) {
    asksUntil = instant + Self.span
  }

  package func wantsAnswers(at instant: Instant) -> Bool {
    asksUntil.map { instant < $0 } ?? false
  }

  /// A frame was sent, or an answer has come; so many graphics are awaited now.
  package mutating func note(awaited: Int, at instant: Instant) {
    deadline = awaited > 0 ? instant + Self.patience : nil
  }
}
