import GalleryCore
import Raster
import Recordings
import TerminalUI
import Testing

@testable import GalleryApp

/// A recording that is played on a terminal, whose events are the test's.
@Suite struct ReplayFrontendTests {
  private static let small = CellSize(columns: 40, rows: 10)
  private static let recording = SessionRecording(
    screen: small, itemCount: 100,
    moments: [
      SessionRecording.Moment(at: .zero, .resized(CellSize(columns: 50, rows: 12))),
      SessionRecording.Moment(at: .zero, .key(.up)),
      SessionRecording.Moment(at: .seconds(10), .key(.end)),
    ], end: .seconds(20))

  @Test func `the terminal has its own size, and of the person's keys only Ctrl-C counts`() throws {
    let resized = Event.resized(CellSize(columns: 70, rows: 20))
    let terminal = try TestFrontend([[.key(.down), resized], [.key(.control("c"))]])
    let frontend = ReplayFrontend(Self.recording, on: terminal)
    #expect(frontend.size == terminal.size)
    let first = frontend.collect(at: .seconds(1), frames: 0, isIdle: true)
    #expect(first.events == [resized, .key(.up)] && first.ending == nil)
    #expect(frontend.wakeAt(frames: 0, isIdle: false) == .seconds(11))
    let second = frontend.collect(at: .seconds(2), frames: 0, isIdle: true)
    #expect(second.events == [] && second.ending == .status(130))
  }

  @Test func `the session ends with the recording, once its last key is shown`() throws {
    let frontend = ReplayFrontend(Self.recording, on: try TestFrontend([]))
    func collect(at seconds: Int, frames: Int) -> Collected {
      frontend.collect(at: .seconds(seconds), frames: frames, isIdle: false)
    }
    #expect(collect(at: 0, frames: 0).events == [.key(.up)])
    let last = collect(at: 20, frames: 0)
    #expect(last.events == [.key(.end)] && last.ending == nil)
    #expect(collect(at: 20, frames: 1).ending == .status(0))
  }
}
