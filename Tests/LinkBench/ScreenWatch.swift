import LinkSupport
import Raster

/// The screens of the terminal, with their times.
struct ScreenWatch {
  private let program: LinkedProgram
  private var looks: [(at: Duration, sketch: ScreenSketch)] = []
  private var releasedAt = Duration.zero
  private var releasedBytes = 0
  private var mostUnderWay = 0
  private var emptyRowMilliseconds = 0.0

  init(_ program: LinkedProgram) { self.program = program }

  mutating func keyReleased() {
    releasedAt = program.now
    releasedBytes = program.received
  }

  /// Looks at the screen, the less often the longer ago the key was released.
  mutating func look() {
    let now = program.now
    mostUnderWay = max(mostUnderWay, program.bytesUnderWay)
    let age = releasedAt == .zero ? .seconds(1) : now - releasedAt
    let pause: Duration = age < .milliseconds(700) ? .milliseconds(4) : .milliseconds(50)
    if let last = looks.last, now - last.at < pause, program.bytesUnderWay > 0 { return }
    let sketch = ScreenSketch(program.screen)
    if let last = looks.last {
      let elapsed = Double((now - last.at) / .milliseconds(1))
      emptyRowMilliseconds += Double(last.sketch.emptyRows) * elapsed
    }
    looks.append((now, sketch))
  }

  /// Returns the measurement once nothing more arrives.
  func measurement(bytes: Int) -> Measurement {
    let final = ScreenSketch(program.screen)
    let after = looks.filter { $0.at >= releasedAt }
    let rested = after.last { !$0.sketch.resembles(final) }.flatMap { moving in
      after.first { $0.at > moving.at }
    }
    let sharp = after.first { $0.sketch.isSharp(as: final) }
    let exact = after.first { $0.sketch.exact == final.exact }
    return Measurement(
      rest: (rested?.at ?? after.first?.at ?? releasedAt) - releasedAt,
      sharp: (sharp?.at ?? program.lastReceived) - releasedAt,
      exact: (exact?.at ?? program.lastReceived) - releasedAt, bytes: bytes,
      bytesAfter: program.received - releasedBytes, mostUnderWay: mostUnderWay,
      emptyRowMilliseconds: emptyRowMilliseconds)
  }
}
