import Raster
import Testing

@testable import GalleryCore
@testable import Recordings

@Suite struct RunningRecordingTests {
  private let session = SessionRecording(
    screen: CellSize(columns: 80, rows: 24), itemCount: 100)

  @Test func `a session begins with its first instant and ends with its last`() {
    var recording = RunningRecording(session)
    recording.record([], at: .seconds(10))
    recording.record([.key(.down), .tick, .key(.up)], at: .seconds(12))
    recording.record([], at: .seconds(15))
    #expect(
      recording.finished.moments == [
        SessionRecording.Moment(at: .seconds(2), .key(.down)),
        SessionRecording.Moment(at: .seconds(2), .key(.up)),
      ])
    #expect(recording.finished.end == .seconds(5))
  }

  @Test func `the time of a suspension is left out`() {
    var recording = RunningRecording(session)
    recording.record([.key(.control("z"))], at: .seconds(10))
    recording.leaveOut(.seconds(3_600))
    recording.record([.key(.down)], at: .seconds(3_611))
    recording.leaveOut(.seconds(60))
    recording.record([], at: .seconds(3_672))
    #expect(recording.finished.moments.map(\.at) == [.zero, .seconds(1)])
    #expect(recording.finished.end == .seconds(2))
  }

  @Test func `without an instant there is nothing`() {
    let recording = RunningRecording(session)
    #expect(recording.finished == session)
  }
}
