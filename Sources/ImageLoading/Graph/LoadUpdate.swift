import Raster

/// A report to the caller of a load before its end.
public enum LoadUpdate: Sendable {
  /// Bytes have come; at most 20 times a second.
  case progress(ImageProgress)
  /// A coarse picture, to show until there is a better one.
  ///
  /// Only JPEGs that take long have one, as decoded: the request's processors do not run on it.
  /// Previews do not come in the order of their quality: show one only if it `replaces` the last.
  case preview(ImagePreview)
  /// An attempt has failed, and another follows.
  case retrying(after: Duration, because: ImageError)
}
