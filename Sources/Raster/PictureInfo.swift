/// The facts about a picture beyond its pixels, as shown to a person; all of them are untrusted.
package struct PictureInfo: Hashable, Sendable {
  /// The picture's own size as shown: turned as its orientation says.
  package var size: PixelSize?
  /// The name of its format, such as `JPEG`.
  package var format: String?
  /// The size of its file.
  package var bytes: Int?
  /// The number of frames: more than one in an animation.
  package var frameCount = 1
  /// The name of its color profile.
  package var colors: String?
  /// The time when it was taken, as its camera wrote it.
  package var takenAt: String?
  /// The time of the last change of its file, if it is a local one.
  package var changedAt: String?
  package var camera: String?
  /// Time, aperture, sensitivity and focal length, as far as they are known.
  package var exposure: String?
  /// The texts in its file, such as captions and prompts; only read for its description and by searches.
  package var texts: [PictureText] = []

  package init(size: PixelSize? = nil) {
    self.size = size
  }

  /// The time when it was taken, or else of the last change of its file.
  package var date: String? { takenAt ?? changedAt }
}
