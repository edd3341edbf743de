import Foundation
import LinkSupport
import Raster
import Testing
import VTermSupport

/// The program before links that are slower than it: what must hold however long anything takes.
@Suite(.serialized, .timeLimit(.minutes(3))) struct SlowLinkTests {
  private static let size = CellSize(columns: 80, rows: 24)

  private func open(_ link: Link) throws -> LinkedProgram {
    try LinkedProgram(
      [BuiltProgram.path, "--latency", "1", "--layout", "grid"],
      environment: BuiltProgram.environment(), size: Self.size, link: link)
  }

  /// Lets the program run until a condition holds.
  private func run(
    _ program: LinkedProgram, until condition: () -> Bool, each look: () -> Void = {}
  ) {
    let limit = program.now + .seconds(40)
    while !condition(), program.now < limit, !program.hasEnded {
      if program.step() { look() }
    }
  }

  /// Until all has been shown and nothing has come for a second.
  private func settle(_ program: LinkedProgram) {
    run(program) {
      program.received > 0 && program.bytesUnderWay == 0
        && program.now - program.lastReceived > .seconds(1)
    }
  }

  /// Until both screens are the same: a program without the processor may be silent for more than a second
  /// before its last frame.
  private func showTheSame(_ one: LinkedProgram, _ other: LinkedProgram) -> Bool {
    let limit = one.now + .seconds(40)
    while ScreenSketch(one.screen).exact != ScreenSketch(other.screen).exact {
      if one.now > limit { return false }
      run(one, for: .milliseconds(100))
      run(other, for: .milliseconds(100))
    }
    return true
  }

  private func run(_ program: LinkedProgram, for time: Duration) {
    let end = program.now + time
    run(program) { program.now > end }
  }

  /// Thirty presses, each when the terminal has received something since the last one.
  private func press(_ key: String, on program: LinkedProgram, each look: () -> Void) {
    for _ in 0..<30 {
      let received = program.framesReceived
      let limit = program.now + .milliseconds(33)
      program.type(key)
      run(program) {
        program.framesReceived > received || program.now > limit
      } each: {
        look()
      }
    }
  }

  @Test(arguments: Link.terminals.dropFirst())
  func `every page of pictures in memory gets sharp`(link: Link) throws {
    let fast = try open(.local)
    let other = try open(link)
    for program in [fast, other] {
      settle(program)
      for key in ["G", "g"] {
        program.type(key)
        settle(program)
      }
    }
    for _ in 0..<3 {
      for program in [fast, other] {
        program.type("\u{1B}[6~")
        settle(program)
      }
      #expect(showTheSame(fast, other))
    }
  }

  @Test(arguments: [
    Link(name: "1 Mbit/s", kilobitsPerSecond: 1_000),
    Link(name: "64 kbit/s", kilobitsPerSecond: 64),
    Link(name: "1 Mbit/s 80 ms", kilobitsPerSecond: 1_000, roundTrip: .milliseconds(80)),
  ])
  func `few frames are under way, and the last screen is that of a fast link`(link: Link) throws {
    let fast = try open(.local)
    let slow = try open(link)
    settle(fast)
    settle(slow)
    #expect(slow.framesReceived > 0)
    var most = 0
    press("\u{1B}[B", on: fast) {}
    press("\u{1B}[B", on: slow) { most = max(most, slow.framesWritten - slow.framesReceived) }
    settle(fast)
    settle(slow)
    // One, and what the link is thought to carry in a round trip: ten small parts over the long
    // line, and as much as the first frame of a link of which nothing else is known yet.
    #expect(most <= (link.roundTrip == .zero ? 5 : 11))
    #expect(showTheSame(fast, slow))
    let status = slow.screen.surface.textLines.last ?? ""
    #expect(status.contains("91/100"), "\(status)")
  }
}
