import Raster

/// One picture of an animation.
public struct AnimationFrame: Hashable, Sendable {
  /// What is to be seen, whole; every frame of an animation has the same size.
  public package(set) var image: PixelImage
  /// How long it is shown.
  ///
  /// A frame that asks for 10 ms or less is shown for 100, as in browsers.
  public let duration: Duration
  /// Its place among the frames, from 0.
  public let index: Int

  init(_ image: PixelImage, milliseconds: Int, index: Int) {
    self.image = image
    duration = .milliseconds(milliseconds <= 10 ? 100 : milliseconds)
    self.index = index
  }
}
