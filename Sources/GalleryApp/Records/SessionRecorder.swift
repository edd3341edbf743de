import GalleryCore

/// Keeps what the front end delivers in a session, and writes it down when the program leaves.
///
/// A key costs an entry in memory; nothing is written before the end.
final class SessionRecorder {
  private let file: OutputFile
  private var recording: RunningRecording

  /// - Parameter recording: what the session is, without a moment yet.
  init(_ recording: SessionRecording, to file: OutputFile) {
    self.recording = RunningRecording(recording)
    self.file = file
  }

  /// What was delivered at an instant, nothing included.
  func note(_ events: [Event], at now: Duration) { recording.note(events, at: now) }

  /// The program was suspended so long just now.
  func leaveOut(_ time: Duration) { recording.leaveOut(time) }

  /// Writes it all down.
  func finish() throws(OutputError) {
    let finished = recording.finished
    if finished.isFull {
      StandardOutput.complain(
        "--record: only the first \(SessionRecording.mostMoments) keys were kept")
    }
    try file.write(finished.text.utf8)
  }
}
