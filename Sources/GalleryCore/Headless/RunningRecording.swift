/// A recording while its session goes on: it is told instants of the program's clock.
///
/// The session begins with the first instant that it is told and ends with the last.
package struct RunningRecording: Sendable {
  private var recording: SessionRecording
  private var start: Duration?
  private var latest = Duration.zero

  /// - Parameter recording: what the session is, without a moment yet.
  package init(_ recording: SessionRecording) {
    self.recording = recording
  }

  /// What was delivered at an instant, if anything.
  ///
  /// - Complexity: O(1) an event, amortised.
  package mutating func note(_ events: [Event], at now: Duration) {
    let start = start ?? now
    self.start = start
    latest = now - start
    for event in events { recording.note(event, at: latest) }
  }

  /// The program was suspended so long just now, which is no part of the session.
  package mutating func leaveOut(_ time: Duration) { start = start.map { $0 + time } }

  /// All of it, ended.
  package var finished: SessionRecording {
    var finished = recording
    finished.finish(at: latest)
    return finished
  }
}
