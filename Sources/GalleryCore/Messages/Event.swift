import Keys
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
  case picturePreview(TileKey, ImagePreview)
  case pictureReady(TileKey, PixelImage, LoadCost = .nothing)
  /// A sentence a person can read says why; a transient failure may be gone the next time.
  case pictureFailed(TileKey, reason: String, isTransient: Bool = false)
  /// A load was given up after so many bytes had come over a network.
  case loadStopped(TileKey, receivedBytes: Int)
  /// A picture that was prefetched is no longer in memory, and was never shown.
  case pictureDropped(TileKey)
  /// What there is to know of a picture has been found out, however little that is.
  case described(TileKey, PictureInfo)
  /// How the load of a picture in the detail view went.
  case timed(TileKey, LoadTimings)
  /// A part of a picture as the terminal shows it.
  case rendered(RenderKey, Rendering)
  /// The frame of a moving picture that is due.
  case animationFrame(TileKey, PixelImage)
  /// Pictures can be shown in this way too, or no longer.
  case graphicsChanged(Rendition.Method?)
  /// `Gallery.wakeAt` has come.
  case woke
  /// A frame deadline has come while `Gallery.wantsTicks`.
  case tick
}
