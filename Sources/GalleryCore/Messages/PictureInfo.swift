import Raster

/// What is known of a picture beyond its pixels, as a person is told; all of it comes from outside.
package struct PictureInfo: Hashable, Sendable {
  /// Its own size, as it is shown: turned as its orientation says.
  package var size: PixelSize?
  /// The name of its format, as `JPEG`.
  package var format: String?
  /// The size of its file.
  package var bytes: Int?
  /// More than one in a picture that moves.
  package var frameCount = 1
  /// When it was taken, as its camera wrote it.
  package var takenAt: String?
  package var camera: String?
  /// Time, aperture, sensitivity and focal length, as far as they are known.
  package var exposure: String?

  package init(size: PixelSize? = nil) {
    self.size = size
  }
}
