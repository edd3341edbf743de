import GalleryCore
import Recordings

/// Records the front end's input in a session, and writes it when the program leaves.
///
/// A key costs an entry in memory; nothing is written before the end.
final class SessionRecorder {
  private let file: OutputFile
  private var recording: RunningRecording

  /// - Parameter recording: the session's facts, without moments.
  init(_ recording: SessionRecording, to file: OutputFile) {
    self.recording = RunningRecording(recording)
    self.file = file
  }

  /// Records the events delivered at an instant, which may be none.
  func record(_ events: [Event], at now: Duration) { recording.record(events, at: now) }

  /// Excludes the time for which the program was just suspended.
  func leaveOut(_ time: Duration) { recording.leaveOut(time) }

  /// Writes the recording.
  func finish() throws(OutputError) {
    let finished = recording.finished
    if finished.isFull {
      StandardOutput.complain(
        "--record: only the first \(SessionRecording.mostMoments) keys were kept")
    }
    try file.write(finished.text(by: "filmstrip").utf8)
  }
}
