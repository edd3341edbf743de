import FoundationEssentials
import ImageDecoding
import Synchronization

/// An animation that plays its frames in turn, repeating as often as the file says.
///
///     let animation = AnimatedImage(bytes, target: request.target)
///     pipeline.loadFrame(of: animation) { result in … }
///
/// It may be used from any thread. The file is parsed when the first frame is requested.
public final class AnimatedImage: Sendable {
  /// The next frame, either decoded and not yet processed, or kept from an earlier play.
  private enum NextFrame {
    case decoded(AnimationFrame)
    case kept(AnimationFrame)
  }

  private struct State: ~Copyable {
    /// The file; nil once there is a reader.
    var bytes: Data?
    var reader: AnimationReader?
    /// The number of completed plays.
    var plays = 0
    var kept: KeptFrames
    /// The index of the next frame among the kept ones.
    var nextKept = 0

    /// The next frame of the current play; nil after the last.
    mutating func nextOfPlay(
      _ isCancelled: () -> Bool
    ) throws(ImageDecodingError) -> NextFrame? {
      guard kept.isWhole else {
        guard let frame = try reader?.next(isCancelled: isCancelled) else { return nil }
        kept.frameDecoded()
        return .decoded(frame)
      }
      defer { nextKept += 1 }
      return kept[nextKept].map { .kept($0) }
    }

    mutating func rewind() throws(ImageDecodingError) {
      kept.playEnded()
      nextKept = 0
      if !kept.isWhole { try reader?.rewind() }
    }
  }

  /// The default limit of kept frames, enough for most web animations at the size of a terminal.
  public static let defaultMemoryLimit = 32 << 20

  /// The size and the mode in which the frames are shown.
  public let target: ImageTarget
  private let processors: [any ImageProcessing]
  private let limits: DecodeLimits
  private let state: Mutex<State>
  private let hasStopped = Atomic(false)

  /// Creates an animation.
  ///
  /// - Parameters:
  ///   - bytes: a complete file.
  ///   - target: the size and the mode in which the frames are shown.
  ///   - processors: the processors of each frame, in order.
  ///   - limits: the limits of the decoder.
  ///   - memoryLimit: the maximum size of processed frames kept for the next play; an animation
  ///     with more is decoded again each time.
  public init(
    _ bytes: Data, target: ImageTarget, processors: [any ImageProcessing] = [],
    limits: DecodeLimits = .animation, memoryLimit: Int = defaultMemoryLimit
  ) {
    self.target = target
    self.processors = processors
    self.limits = limits
    state = Mutex(State(bytes: bytes, kept: KeptFrames(limitBytes: memoryLimit)))
  }

  /// Cancels the decoding of a frame, and makes every later one fail with `.cancelled`.
  public func stop() { hasStopped.store(true, ordering: .relaxed) }

  /// Whether `stop` was called.
  public var isStopped: Bool { hasStopped.load(ordering: .relaxed) }

  /// Decodes the next frame on this thread, or returns a kept one; nil at the end of the animation.
  ///
  /// The first frame follows the last one, as often as the file says. Concurrent calls wait for each other.
  ///
  /// - Complexity: O(pixels of the animation), plus the processors; O(1) for a kept frame.
  public func nextFrame() throws(ImageError) -> AnimationFrame? {
    let found = state.withLock { state in
      Result { () throws(ImageDecodingError) in try next(&state) }
    }
    switch found {
    case .success(.decoded(let frame)): return try processed(frame)
    case .success(.kept(let frame)): return frame
    case .success(nil): return nil
    case .failure(.cancelled): throw .cancelled
    case .failure(let error): throw .decoding(error)
    }
  }

  private func processed(_ frame: AnimationFrame) throws(ImageError) -> AnimationFrame {
    var frame = frame
    do {
      for processor in processors {
        frame.image = try processor.run(on: frame.image, isCancelled: { self.isStopped })
      }
    } catch {
      state.withLock { $0.kept.giveUp() }
      throw error
    }
    state.withLock { $0.kept.append(frame) }
    return frame
  }

  private func next(_ state: inout State) throws(ImageDecodingError) -> NextFrame? {
    if isStopped { throw .cancelled }
    if let bytes = state.bytes {
      state.reader = try AnimationReader(bytes, target: target, limits: limits)
      state.bytes = nil
      if state.reader?.playCount == 1 { state.kept.giveUp() }
    }
    if let frame = try state.nextOfPlay({ self.isStopped }) { return frame }
    state.plays += 1
    if let limit = state.reader?.playCount, state.plays >= limit { return nil }
    try state.rewind()
    return try state.nextOfPlay { self.isStopped }
  }
}

extension ImagePipeline {
  /// A closure that receives a frame, nil after the last one, or an error.
  public typealias FrameCompletion = @Sendable (Result<AnimationFrame?, ImageError>) -> Void

  /// Decodes the next frame of an animation on a decode thread, scheduled like a picture.
  ///
  /// Request the next frame when this one arrives, and show it when this one's time is over. So at
  /// most one frame waits, and an animation that is too much for the machine plays slower.
  ///
  /// - Parameters:
  ///   - animation: the animation.
  ///   - priority: the priority among decodes; `.normal` by default.
  ///   - completion: called once, on the thread of other completions. It receives nil after the
  ///     last frame, and `.cancelled` if the animation was stopped.
  public func loadFrame(
    of animation: AnimatedImage, priority: ImagePriority = .normal,
    completion: @escaping FrameCompletion
  ) {
    coordinator.post(.decodeFrame(animation, priority, completion))
  }
}
