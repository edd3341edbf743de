/// Whether the small picture that a camera has put into a JPEG may stand for the picture itself.
public enum ThumbnailPolicy: Hashable, Sendable {
  /// The picture itself is decoded.
  case never
  /// The thumbnail is the picture where it has the pixels that the target shows, and the picture's shape.
  ///
  /// That takes a hundredth of the time, and of a file no more than the beginning is read. A change that
  /// a program made to the picture and not to the thumbnail is not seen then, unless it changed the shape.
  case ifSufficient
}
