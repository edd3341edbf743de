import Testing

@testable import TerminalUI

@Suite struct DirectReplayTests {
  @Test(.timeLimit(.minutes(1)), arguments: 0..<4 as Range<UInt64>)
  func `libvterm shows every frame of a thousand random sessions`(part: UInt64) {
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
}
