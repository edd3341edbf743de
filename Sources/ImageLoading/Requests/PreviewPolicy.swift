/// Which coarse pictures are made while a picture that is wanted on screen is on its way.
public enum PreviewPolicy: Hashable, Sendable {
  /// None.
  case none
  /// Those that are worth their cost: what has come of a long transfer, and what a large JPEG brings
  /// with it; of pictures that wait for their turn, whatever comes much sooner.
  case standard
  /// Whatever comes much sooner than the picture, although it does not wait: for one that will soon have
  /// left the screen.
  case eager
}
