import ImageDecoding
import Raster

/// The frames of an animation's first play, so that the next ones decode nothing.
///
/// They are kept as long as all of them fit: a part would save little, as each frame is decoded from the one before.
struct KeptFrames: Sendable {
  private let limitBytes: Int
  private var frames: [AnimationFrame] = []
  private var bytes = 0
  /// The frames that the first play has decoded; some may still be processed.
  private var decodedCount = 0
  private var isGivenUp = false
  /// Whether the animation's last frame is among them.
  private(set) var isWhole = false

  /// - Parameter limitBytes: the most memory that they may take.
  init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// Counts a frame of the first play that will be kept once it is processed.
  mutating func frameDecoded() { decodedCount += 1 }

  /// Keeps the next frame of the first play, and gives up all of them if it has no room.
  mutating func append(_ frame: AnimationFrame) {
    guard !isGivenUp, !isWhole else { return }
    bytes += frame.image.costBytes
    guard frame.index == frames.count, bytes <= limitBytes else { return giveUp() }
    frames.append(frame)
  }

  /// Drops the frames, and keeps no others.
  mutating func giveUp() {
    isGivenUp = true
    frames = []
  }

  /// Notes that the first play is over, and gives up its frames if another thread still processes one.
  mutating func playEnded() {
    guard !frames.isEmpty, frames.count == decodedCount else { return giveUp() }
    isWhole = true
  }

  /// A frame of a later play; nil after the last.
  subscript(index: Int) -> AnimationFrame? { index < frames.count ? frames[index] : nil }
}
