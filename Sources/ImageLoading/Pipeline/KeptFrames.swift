import ImageDecoding
import Raster

/// The frames of an animation's first play, so that later plays decode nothing.
///
/// They are kept only if all of them fit: a part would save little, because each frame is decoded from the one before.
struct KeptFrames: Sendable {
  private let limitBytes: Int
  private var frames: [AnimationFrame] = []
  private var bytes = 0
  /// The number of frames decoded in the first play; some may still be processed.
  private var decodedCount = 0
  private var isGivenUp = false
  /// Whether all frames of the animation are kept.
  private(set) var isWhole = false

  /// - Parameter limitBytes: the maximum size of the frames.
  init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// Counts a decoded frame of the first play, to be kept once it is processed.
  mutating func frameDecoded() { decodedCount += 1 }

  /// Keeps the next frame of the first play; drops all frames if it doesn't fit.
  mutating func append(_ frame: AnimationFrame) {
    guard !isGivenUp, !isWhole else { return }
    bytes += frame.image.costBytes
    guard frame.index == frames.count, bytes <= limitBytes else { return giveUp() }
    frames.append(frame)
  }

  /// Drops the frames, and keeps no more.
  mutating func giveUp() {
    isGivenUp = true
    frames = []
  }

  /// Records the end of the first play; drops its frames if another thread still processes one.
  mutating func playEnded() {
    guard !frames.isEmpty, frames.count == decodedCount else { return giveUp() }
    isWhole = true
  }

  /// Returns a frame of a later play; nil after the last.
  subscript(index: Int) -> AnimationFrame? { index < frames.count ? frames[index] : nil }
}
