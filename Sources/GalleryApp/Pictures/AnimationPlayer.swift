import FoundationEssentials
import FramePacing
import GalleryCore
import ImageDecoding
import ImageLoading
import Raster
import Synchronization

/// Plays the animation of the detail view, one at a time; main thread only.
final class AnimationPlayer {
  private let pipeline: ImagePipeline
  private let mailbox: Mailbox
  private let headers: OriginHeaders
  private var playback: Playback?

  init(pipeline: ImagePipeline, mailbox: Mailbox, headers: OriginHeaders) {
    self.pipeline = pipeline
    self.mailbox = mailbox
    self.headers = headers
  }

  /// Plays an animation from its first frame, replacing the current one.
  func play(_ request: TileRequest) {
    playback?.stop()
    let next = Playback(
      request.key, ImageRequest(request, headers), pipeline: pipeline, mailbox: mailbox)
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
/// Each frame is posted at its time, by the pipeline's clock.
private final class Playback: Sendable {
  private struct State {
    var isStopped = false
    var bytes: ImageTask?
    var animation: AnimatedImage?
    var pacer = AnimationPacer()
    /// The alarm for the next frame.
    var alarm: (any AnyObject & Sendable)?
  }

  let key: TileKey
  private let request: ImageRequest
  private let pipeline: ImagePipeline
  private let mailbox: Mailbox
  private let clock: any LoadClock
  private let state = Mutex(State())

  init(_ key: TileKey, _ request: ImageRequest, pipeline: ImagePipeline, mailbox: Mailbox) {
    self.key = key
    self.request = request
    self.pipeline = pipeline
    self.mailbox = mailbox
    clock = pipeline.configuration.clock
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
      state.alarm = nil
      return (state.bytes, state.animation)
    }
    task?.cancel()
    animation?.stop()
  }

  private func decodeNext(of animation: AnimatedImage) {
    pipeline.loadFrame(of: animation) { [self] result in
      // After the last frame, or one that can't be decoded, the previous frame stays.
      guard case .success(let frame?) = result else { return }
      let now = clock.time.elapsed
      switch state.withLock({ $0.pacer.turn(lasting: frame.duration, at: now) }) {
      case .leaveOut: decodeNext(of: animation)
      case .show(let due): show(frame.image, of: animation, after: due - now)
      }
    }
  }

  /// Posts a frame after a delay, then decodes the next one.
  private func show(_ image: PixelImage, of animation: AnimatedImage, after delay: Duration) {
    state.withLock { state in
      if state.isStopped { return }
      // An alarm that rings at once waits for the lock, and so can't be replaced by this one.
      state.alarm = clock.alarm(after: delay) { [weak self] in
        guard let self, !self.state.withLock({ $0.isStopped }) else { return }
        mailbox.post(.animationFrame(key, image))
        decodeNext(of: animation)
      }
    }
  }
}
