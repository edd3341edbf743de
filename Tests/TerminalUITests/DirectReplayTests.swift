import TestSupport
import Testing

@testable import TerminalUI

@Suite struct DirectReplayTests {
  @Test(
    .timeLimit(.minutes(1)), arguments: 0..<Thoroughness.rounds(short: 1, full: 4) as Range<UInt64>)
  func `libvterm shows every frame of random sessions`(part: UInt64) {
    for seed in part * 250..<(part + 1) * 250 {
      let replay = PresenterReplay(seed: seed, isLimited: seed % 3 == 0)
      let failure = replay.failure(expected: DirectPresenterTests.shown) {
        DirectPresenter(output: $0, shortcuts: Shortcuts(rawValue: UInt8(seed % 4)))
      }
      if let failure {
        Issue.record("seed \(seed), \(failure)")
        return
      }
    }
  }

  @Test func `the sessions scroll both ways, erase and repeat`() {
    var counts: [Character: Int] = [:]
    for seed in 0..<100 as Range<UInt64> {
      var tally: SequenceTally?
      _ = PresenterReplay(seed: seed).failure(expected: DirectPresenterTests.shown) {
        let counter = SequenceTally(before: $0)
        tally = counter
        return DirectPresenter(output: counter, shortcuts: [.repeats, .erasesWithBackground])
      }
      counts.merge(tally?.counts ?? [:], uniquingKeysWith: +)
    }
    // Regions, both ways by one row and by more, erased to the end and in between, repeated, moved.
    for letter in "rMSTKXbBCGH\n" {
      #expect(counts[letter, default: 0] >= 10, "\(letter.debugDescription)")
    }
  }
}
