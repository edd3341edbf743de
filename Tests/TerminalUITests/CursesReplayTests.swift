import Raster
import Testing

@testable import TerminalUI

extension CursesTests {
  @Suite struct CursesReplayTests {
    /// A thousand sessions in all.
    @Test(
      .timeLimit(.minutes(1)),
      arguments: [
        (ColorDepth.trueColor, "xterm-256color", 0..<400 as Range<UInt64>),
        (.indexed256, "xterm-256color", 400..<700), (.ansi16, "xterm-256color", 700..<850),
        (.ansi8, "xterm", 850..<1_000),
      ])
    func `libvterm shows every frame of random sessions`(
      colors: ColorDepth, terminal: String, seeds: Range<UInt64>
    ) throws {
      for seed in seeds {
        let failure = try PresenterReplay(seed: seed).failure {
          CursesPresenterTests.shown($0, in: colors)
        } makePresenter: {
          try CursesPresenter(terminal: terminal, colors: colors, output: $0)
        }
        try #require(failure == nil, "seed \(seed)")
      }
    }
  }
}
