import LinkSupport
import Raster

/// One run of the program: lets it settle, holds a key, and watches the terminal until nothing
/// comes any more.
struct HeldKeySession {
  let program: LinkedProgram

  static let presses = 60
  private static let interval = Duration.nanoseconds(33_333_333)

  init(program: String, arguments: [String], size: CellSize, link: Link) throws {
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": "/tmp", "TERM": "xterm-256color", "LANG": "C.UTF-8",
      "COLORTERM": "truecolor",
    ]
    self.program = try LinkedProgram(
      [program] + arguments, environment: environment, size: size, link: link)
  }

  /// - Parameter sequence: the key, which is held twice: the first time slowly, so that all pictures
  ///   are in memory for the second.
  func run(holding sequence: String) -> Measurement {
    settle(for: .milliseconds(1_500))
    hold(sequence, every: Self.interval * 2) {}
    settle(for: .milliseconds(700))
    program.type("g")
    settle(for: .milliseconds(700))
    var watch = ScreenWatch(program)
    let bytes = program.received
    hold(sequence, every: Self.interval) { watch.look() }
    watch.keyReleased()
    settle(for: .seconds(2)) { watch.look() }
    let measurement = watch.measurement(bytes: program.received - bytes)
    program.type("q")
    settle(for: .milliseconds(300))
    return measurement
  }

  private func hold(_ sequence: String, every interval: Duration, each look: () -> Void) {
    let start = program.now
    for press in 1...Self.presses {
      program.type(sequence)
      if press == Self.presses { return }
      while program.now < start + interval * press { if program.step() { look() } }
    }
  }

  /// Goes on until the terminal has received nothing for a time, or the program has ended.
  func settle(for pause: Duration, each look: () -> Void = {}) {
    var last = program.now
    while program.now < last + pause || program.bytesUnderWay > 0, !program.hasEnded {
      guard program.step() else { continue }
      last = program.now
      look()
    }
  }
}
