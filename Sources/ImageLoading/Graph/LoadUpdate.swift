import Raster

/// What the caller of a load may be told before its end.
public enum LoadUpdate: Sendable {
  /// Bytes have come; at most 20 times a second.
  case progress(ImageProgress)
  /// A coarse picture, to be shown until there is a better one.
  ///
  /// Only of JPEGs that take long, and as decoded: the request's processors are not run on it.
  /// They do not come in the order of their quality: show one only if it `replaces` the last.
  case preview(ImagePreview)
  /// An attempt has failed, and another follows.
  case retrying(after: Duration, because: ImageError)
}
