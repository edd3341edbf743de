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
