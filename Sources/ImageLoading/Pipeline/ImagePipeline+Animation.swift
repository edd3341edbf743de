import ImageDecoding

extension ImagePipeline {
  public typealias FrameCompletion = @Sendable (Result<AnimationFrame?, ImageError>) -> Void

  /// Decodes the next frame of an animation on a decode thread, where it has its turn among pictures.
  ///
  /// Ask for the next one when this one is there, and show it when this one's time is over: so one
  /// frame waits at most, and an animation that is too much for the machine plays slower.
  ///
  /// - Parameter completion: is called once, on the thread that other completions are called on: with nil
  ///   after the last frame, with `.cancelled` if the animation was stopped.
  public func loadFrame(
    of animation: AnimatedImage, priority: ImagePriority = .normal,
    completion: @escaping FrameCompletion
  ) {
    coordinator.post(.decodeFrame(animation, priority, completion))
  }
}
