import Dispatch
import FoundationEssentials
import FramePacing
import GalleryCore
import ImageDecoding
import ImageLoading
import Raster
import Synchronization
import TerminalUI

/// Plays the animation of the detail view, one at a time; main thread only.
final class AnimationPlayer {
  private let pipeline: ImagePipeline
  private let mailbox: Mailbox
  private let headers: OriginHeaders
  private let clock: any ProgramClock
  private var playback: Playback?

  init(
    pipeline: ImagePipeline, mailbox: Mailbox, headers: OriginHeaders, clock: any ProgramClock
  ) {
    self.pipeline = pipeline
    self.mailbox = mailbox
    self.headers = headers
    self.clock = clock
  }

  /// Plays an animation from its first frame, replacing the current one.
  func play(_ request: TileRequest) {
    playback?.stop()
    let next = Playback(
      request.key, ImageRequest(request, headers), pipeline: pipeline, mailbox: mailbox,
      clock: clock)
    playback = next
    next.start()
  }

  func stop(_ key: TileKey) {
    guard let playback, playback.key == key else { return }
    playback.stop()
    self.playback = nil
  }
}

/// A playing animation.
///
/// The pipeline's decode threads decode and render the next frame while the current one is visible.
/// Each frame is posted at its time.
private final class Playback: Sendable {
  private struct State {
    var isStopped = false
    var bytes: ImageTask?
    var animation: AnimatedImage?
    var pacer = AnimationPacer()
  }

  private static let queue = DispatchQueue(label: "animation", qos: .userInteractive)

  let key: TileKey
  private let request: ImageRequest
  private let pipeline: ImagePipeline
  private let mailbox: Mailbox
  private let clock: any ProgramClock
  private let state = Mutex(State())

  init(
    _ key: TileKey, _ request: ImageRequest, pipeline: ImagePipeline, mailbox: Mailbox,
    clock: any ProgramClock
  ) {
    self.key = key
    self.request = request
    self.pipeline = pipeline
    self.mailbox = mailbox
    self.clock = clock
  }

  func start() {
    let task = pipeline.loadData(with: request) { [self] result in
      // Without bytes, the picture stays still.
      guard case .success(let bytes) = result else { return }
      let animation = AnimatedImage(
        bytes, target: request.target, processors: request.processors)
      let goesOn = state.withLock { state in
        state.bytes = nil
        state.animation = animation
        return !state.isStopped
      }
      if goesOn { decodeNext(of: animation) }
    }
    state.withLock { if $0.animation == nil { $0.bytes = task } }
  }

  func stop() {
    let (task, animation) = state.withLock { state in
      state.isStopped = true
      return (state.bytes, state.animation)
    }
    task?.cancel()
    animation?.stop()
  }

  private func decodeNext(of animation: AnimatedImage) {
    pipeline.loadFrame(of: animation) { [self] result in
      // After the last frame, or one that can't be decoded, the previous frame stays.
      guard case .success(let frame?) = result else { return }
      let now = clock.now
      switch state.withLock({ $0.pacer.turn(lasting: frame.duration, at: now) }) {
      case .leaveOut: decodeNext(of: animation)
      case .show(let due):
        Self.queue.asyncAfter(deadline: .now() + (due - clock.now).dispatched) { [self] in
          if state.withLock({ $0.isStopped }) { return }
          mailbox.post(.animationFrame(key, frame.image))
          decodeNext(of: animation)
        }
      }
    }
  }
}

extension Duration {
  /// The time in whole microseconds, zero if it is over.
  fileprivate var dispatched: DispatchTimeInterval {
    .microseconds(max(0, Int(milliseconds * 1_000)))
  }
}
