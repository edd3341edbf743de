import Raster

/// What happened outside the gallery.
package enum Event: Hashable, Sendable {
  case key(Key)
  case resized(CellSize)
  /// Pictures are to be shown in another way, because the screen can do more or less.
  case renditionChanged(Rendition)
  /// The viewport moves by rows, as by the wheel; positive is towards the end.
  case scrolled(rows: Int)
  /// A load that takes its time has got that far.
  case pictureProgress(TileKey, TileProgress)
  /// A coarse picture, to be shown until the whole one is there.
  case picturePreview(TileKey, PixelImage)
  case pictureReady(TileKey, PixelImage)
  /// A sentence a person can read says why; a transient failure may be gone the next time.
  case pictureFailed(TileKey, reason: String, isTransient: Bool = false)
  /// A frame deadline has come while `Gallery.wantsTicks`.
  case tick
}
