import Raster
import Testing

@testable import GalleryCore
@testable import Recordings

@Suite struct ScriptTests {
  @Test func `steps are keys, repeats, rates and waits`() throws {
    let script = try Script("down*3@30 up wait:5 idle resize:40x10 **4 q*2 quit")
    #expect(
      script.steps == [
        .press(.down, times: 3, rate: 30), .press(.up, times: 1, rate: nil),
        .wait(.milliseconds(5)), .idle, .resize(CellSize(columns: 40, rows: 10)),
        .press(.character("*"), times: 4, rate: nil), .press(.character("q"), times: 2, rate: nil),
        .quit,
      ])
  }

  @Test(arguments: [
    "dwon", "down*0", "down*x", "down@0", "down@nan", "down*3@", "wait:-1", "wait:", "resize:3",
    "resize:0x5", "down**", "up*99999999999999999999",
  ])
  func `an invalid step is named`(text: String) {
    let error = #expect(throws: ScriptError.self) { try Script(text) }
    #expect(error?.description.hasPrefix("“\(text)”") == true)
  }
}

@Suite struct ScriptPlayerTests {
  private typealias Action = ScriptPlayer.Action

  private func player(_ text: String) throws -> ScriptPlayer { ScriptPlayer(try Script(text)) }

  @Test func `without a rate each key waits for its frame`() throws {
    var player = try player("down*2")
    #expect(player.next(at: .zero, frames: 0, isIdle: true) == .deliver(.key(.down)))
    #expect(player.next(at: .zero, frames: 0, isIdle: true) == .waitForProgress)
    #expect(player.next(at: .zero, frames: 1, isIdle: true) == .deliver(.key(.down)))
    #expect(player.next(at: .zero, frames: 1, isIdle: true) == .waitForProgress)
    #expect(player.next(at: .zero, frames: 2, isIdle: true) == .leave)
  }

  @Test func `with a rate keys are due at fixed instants, frames or not`() throws {
    var player = try player("down*3@100")
    let start = Duration.seconds(1)
    #expect(player.next(at: start, frames: 0, isIdle: false) == .deliver(.key(.down)))
    #expect(
      player.next(at: start, frames: 0, isIdle: false) == .waitUntil(start + .milliseconds(10)))
    let late = start + .milliseconds(25)
    #expect(player.next(at: late, frames: 0, isIdle: false) == .deliver(.key(.down)))
    #expect(player.next(at: late, frames: 0, isIdle: false) == .deliver(.key(.down)))
  }

  @Test func `idle waits until nothing is in flight`() throws {
    var player = try player("idle")
    #expect(player.next(at: .zero, frames: 0, isIdle: false) == .waitForProgress)
    #expect(player.next(at: .zero, frames: 0, isIdle: true) == .leave)
  }

  @Test func `a wait starts when its turn comes`() throws {
    var player = try player("wait:10 quit down")
    #expect(
      player.next(at: .seconds(5), frames: 0, isIdle: true) == .waitUntil(.milliseconds(5_010)))
    #expect(player.next(at: .milliseconds(5_010), frames: 0, isIdle: true) == .leave)
  }

  @Test func `a recording is played at its times, late frames or not, and its end is shown`() {
    let recording = SessionRecording(
      screen: CellSize(columns: 80, rows: 24), itemCount: 100,
      moments: [
        SessionRecording.Moment(at: .milliseconds(5), .key(.down)),
        SessionRecording.Moment(at: .milliseconds(8), .key(.up)),
        SessionRecording.Moment(at: .milliseconds(8), .scrolled(rows: 3)),
      ], end: .milliseconds(20))
    var player = ScriptPlayer(Script(replaying: recording))
    func next(_ milliseconds: Int, frames: Int = 0) -> Action {
      player.next(at: .milliseconds(milliseconds), frames: frames, isIdle: false)
    }
    #expect(next(100) == .waitUntil(.milliseconds(105)))
    #expect(next(104) == .waitUntil(.milliseconds(105)))
    #expect(next(110) == .deliver(.key(.down)))
    #expect(next(110) == .deliver(.key(.up)))
    #expect(next(110) == .deliver(.scrolled(rows: 3)))
    #expect(next(110) == .waitUntil(.milliseconds(120)))
    #expect(next(120) == .waitForProgress)
    #expect(next(120, frames: 1) == .leave)
  }
}
