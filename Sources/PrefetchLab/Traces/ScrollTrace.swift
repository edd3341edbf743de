import GalleryCore
import Raster

/// A session of the gallery for the laboratory to replay, with a name for tables.
package struct ScrollTrace: Hashable, Sendable {
  package let name: String
  package let recording: SessionRecording

  package init(name: String, recording: SessionRecording) {
    self.name = name
    self.recording = recording
  }

  /// The items of every trace of the library.
  package static let itemCount = 2_000

  /// The traces of the laboratory: seven kinds of use that are made up, and a session that was recorded.
  ///
  /// Each lasts 40 to 60 seconds. A seed decides how long a reader rests and where seeks lead, not what
  /// kind of use it is; the recorded session is the same for every seed.
  ///
  /// - Throws: when the recorded session that was built in is none.
  package static func library(seed: UInt64) throws(RecordingError) -> [ScrollTrace] {
    [
      slowReading(seed: seed), heldArrow(seed: seed), pageByPage(seed: seed),
      flingAndStop(seed: seed), reversal(seed: seed), homeEnd(seed: seed), randomSeek(seed: seed),
      try mixedSession(),
    ]
  }

  /// A session of the program in a terminal, recorded with `--record`: reading, holding an arrow, paging,
  /// turning back, a search, the wheel, a jump, both ends.
  ///
  /// Its keys were sent by a script, at a person's pace.
  private static func mixedSession() throws(RecordingError) -> ScrollTrace {
    let text = String(decoding: PackageResources.mixed_session_txt, as: UTF8.self)
    return ScrollTrace(name: "mixed-session", recording: try SessionRecording(parsing: text))
  }
}
