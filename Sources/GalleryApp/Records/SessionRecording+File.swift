import GalleryCore
import Recordings

extension SessionRecording {
  /// Reads a file, up to the largest size of a recording.
  ///
  /// - Parameter option: the path's option, such as `--replay`.
  /// - Throws: `RecordingError` if it can't be read, or is not text or not a recording.
  package init(path: String, option: String) throws(RecordingError) {
    let text: String
    do throws(TextFile.Fault) {
      text = try TextFile.read(path, atMost: Self.mostBytes)
    } catch {
      throw RecordingError(description: "\(option) \(path): \(error): no recording")
    }
    do throws(RecordingError) {
      try self.init(parsing: text)
    } catch {
      throw RecordingError(description: "\(option) \(path): \(error)")
    }
  }
}

// MARK: - Replays

extension SessionRecording {
  /// Reads the recording to replay, for its screen; nil for other input.
  ///
  /// - Throws: the errors of `init(path:option:)`.
  static func read(
    for input: SessionConfiguration.Input
  ) throws(RecordingError) -> SessionRecording? {
    guard case .recording(let path, let screen) = input else { return nil }
    let recording = try SessionRecording(path: path, option: "--replay")
    if case .inMemory(let size) = screen { return recording.onScreen(of: size) }
    return recording
  }

  /// A sentence about a replay over another number of items; nil for the recorded number.
  func warning(about count: Int) -> String? {
    count == itemCount ? nil : "--replay: recorded with \(itemCount) items, played with \(count)"
  }
}
