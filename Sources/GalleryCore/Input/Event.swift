import Raster

/// What happened outside the gallery.
package enum Event: Hashable, Sendable {
  case key(Key)
  case resized(CellSize)
  case pictureReady(TileKey, PixelImage)
  /// A sentence a person can read says why.
  case pictureFailed(TileKey, reason: String)
  /// A frame deadline has come while `Gallery.wantsTicks`.
  case tick
}
