import Raster

/// What came of an attempt to have something to look at sooner than a picture.
package enum StandInOutcome: Sendable {
  case preview(ImagePreview)
  /// There is no thumbnail, but the picture at an eighth of its size would be there far sooner.
  case worthAnEighth
  case nothing
}
