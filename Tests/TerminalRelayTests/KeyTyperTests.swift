import Raster
import Recordings
import Testing

@testable import TerminalRelay

/// When a script's keys are typed to a program that says nothing of itself.
@Suite struct KeyTyperTests {
  /// Presses with their times in milliseconds, and the end.
  private func presses(
    _ script: String, output: (Int) -> Int?, frames: (Int) -> Int, until end: Int = 20_000
  ) throws -> (keys: [Int], end: Int?) {
    var typer = KeyTyper(try Script(script))
    var keys: [Int] = []
    for time in 0..<end {
      action: while true {
        switch typer.next(
          at: .milliseconds(time), frames: frames(time),
          lastOutput: output(time).map { .milliseconds($0) })
        {
        case .press: keys.append(time)
        case .resize: break
        case .wait(let instant):
          #expect(instant > .milliseconds(time))
          break action
        case .end: return (keys, time)
        }
      }
    }
    return (keys, nil)
  }

  @Test func `typing begins when the program's first output has paused`() throws {
    // It writes until 300 ms, and then for 5 ms after each key.
    let typed = try presses("down*3@10", output: { min($0, 300) }, frames: { _ in 0 })
    #expect(typed.keys == [500, 600, 700])
    let silent = try presses("down", output: { _ in nil }, frames: { _ in 0 })
    #expect(silent.keys == [2_000])
    let busy = try presses("down", output: { $0 }, frames: { $0 })
    #expect(busy.keys == [2_000])
  }

  @Test func `a key without a rate waits for the effect of the one before, but not forever`() throws
  {
    let prompt = try presses("down*3", output: { min($0, 100) }, frames: { $0 / 10 })
    #expect(prompt.keys == [300, 310, 320])
    let deaf = try presses("down*3", output: { min($0, 100) }, frames: { _ in 0 })
    #expect(deaf.keys == [300, 2_300, 4_300])
  }

  @Test func `all is typed once the output has paused after the last key`() throws {
    let typed = try presses(
      "down*2@10", output: { $0 < 900 ? min($0, 100) : min($0, 1_000) }, frames: { $0 })
    #expect(typed.keys == [300, 400] && typed.end == 401)
    let chatty = try presses("down", output: { $0 < 100 ? $0 : max(100, $0 - 50) }, frames: { $0 })
    #expect(chatty.end == chatty.keys[0] + 2_000)
  }

  @Test(
    arguments: [
      ("1mbit,80ms", 125_000, 80), ("80ms", nil, 80), ("64kbit", 8_000, 0),
      ("1.5Mbit,0ms", 187_500, 0),
      ("80ms,1gbit", 125_000_000, 80),
    ] as [(String, Double?, Int)])
  func `a link is a rate, a round trip, or both`(text: String, rate: Double?, time: Int) throws {
    let link = try LinkShape(text)
    #expect(link.bytesPerSecond == rate && link.roundTrip == .milliseconds(time))
    #expect(link.description == text)
  }

  @Test(
    arguments: [
      ("", "a part of it is empty"), ("fast", "'fast' has no unit"), ("80", "'80' has no unit"),
      ("1mbit,", "a part of it is empty"), ("1mbit,2mbit", "two rates"),
      ("-1ms", "'-1ms' has no number in range"), ("0mbit", "'0mbit' has no number in range"),
      ("1ms,1ms", "two round trips"), ("nanms", "no number"), ("infmbit", "no number"),
      ("60001ms", "no number in range"), ("ms", "no number"),
    ] as [(String, String)])
  func `other links are refused with the reason, and with what is accepted`(
    text: String, reason: String
  ) throws {
    let fault = try #require(throws: LinkShape.Fault.self) { try LinkShape(text) }
    #expect(fault.description.contains(reason) && fault.description.contains("1mbit,80ms"))
  }
}
