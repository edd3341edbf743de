import GalleryCore
import Raster

/// Plays a script step by step; the run loop asks it what is due.
package struct ScriptPlayer: Sendable {
  package enum Action: Hashable, Sendable {
    case deliver(Event)
    /// Nothing is due before this instant.
    case waitUntil(Duration)
    /// Nothing is due until a frame is shown or a load ends.
    case waitForProgress
    case leave
  }

  private let steps: [Script.Step]
  private var step = 0
  private var pressed = 0
  private var stepStart: Duration?
  private var scriptStart: Duration?
  private var frameAwaited: Int?
  /// The frame count at which the latest input of a recording was shown.
  private var lastFrame = 0

  package init(_ script: Script) {
    steps = script.steps
  }

  /// The action that is due now; call it again until it is not `deliver`.
  ///
  /// - Parameters:
  ///   - frames: the number of frames shown so far.
  ///   - isIdle: whether nothing is loading or waiting to be drawn.
  package mutating func next(at now: Duration, frames: Int, isIdle: Bool) -> Action {
    if let awaited = frameAwaited {
      if frames < awaited { return .waitForProgress }
      frameAwaited = nil
    }
    guard step < steps.count else { return frames < lastFrame ? .waitForProgress : .leave }
    let scriptStart = scriptStart ?? now
    self.scriptStart = scriptStart
    let start = stepStart ?? now
    stepStart = start
    switch steps[step] {
    case .quit: return .leave
    case .wait(let duration):
      if now < start + duration { return .waitUntil(start + duration) }
    case .idle:
      if !isIdle { return .waitForProgress }
    case .resize(let size):
      finishStep()
      frameAwaited = frames + 1
      return .deliver(.resized(size))
    case .at(let time, let input):
      if now < scriptStart + time { return .waitUntil(scriptStart + time) }
      if let input {
        finishStep()
        lastFrame = frames + 1
        return .deliver(input.event)
      }
    case .press(let key, let times, let rate):
      return press(key, times: times, rate: rate, start: start, now: now, frames: frames)
    }
    finishStep()
    return next(at: now, frames: frames, isIdle: isIdle)
  }

  private mutating func press(
    _ key: Key, times: Int, rate: Double?, start: Duration, now: Duration, frames: Int
  ) -> Action {
    if let rate {
      let due = start + .seconds(Double(pressed) / rate)
      if now < due { return .waitUntil(due) }
    }
    pressed += 1
    if rate == nil || pressed == times { frameAwaited = frames + 1 }
    if pressed == times { finishStep() }
    return .deliver(.key(key))
  }

  private mutating func finishStep() {
    step += 1
    pressed = 0
    stepStart = nil
  }
}
