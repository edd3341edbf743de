import GalleryCore

/// Keeps what the front end delivers in a session, and writes it down when the program leaves.
///
/// A key costs an entry in memory, O(1) amortised; nothing is written before the end.
final class SessionRecorder {
  private let file: ReplacedFile
  private var recording: SessionRecording
  /// When the loop first asked for keys.
  private var start: Duration?
  private var latest = Duration.zero

  /// - Parameter recording: what the session is, without a moment yet.
  init(_ recording: SessionRecording, to file: ReplacedFile) {
    self.recording = recording
    self.file = file
  }

  /// What was delivered at an instant, nothing included: time counts from the first call to the last.
  func note(_ events: [Event], at now: Duration) {
    let start = start ?? now
    self.start = start
    latest = now - start
    for event in events { recording.note(event, at: latest) }
  }

  /// The program was suspended so long just now, which is no part of the session.
  func leaveOut(_ time: Duration) { start = start.map { $0 + time } }

  /// Writes it all down.
  func finish() throws(StartError) {
    if recording.isFull {
      StandardOutput.complain(
        "--record: only the first \(SessionRecording.mostMoments) keys were kept")
    }
    recording.finish(at: latest)
    try file.replace(with: recording.text.utf8)
  }
}
