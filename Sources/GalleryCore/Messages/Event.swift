import GalleryItems
import Keys
import Raster

/// An event outside the gallery.
package enum Event: Hashable, Sendable {
  case key(Key)
  case resized(CellSize)
  /// The rendition of pictures has changed, because the screen supports more or less, and the
  /// symbol sets that it can draw.
  case renditionChanged(Rendition, symbolSets: [SymbolSet])
  /// The terminal has told its own colors of text.
  case ownColorsChanged(OwnColors)
  /// The items are others, or elsewhere, or no more come.
  case sourceChanged(SnapshotChange)
  /// An ordered search goes on, or has ended.
  case searched(SearchNews)
  /// The viewport moves by rows, as with the wheel; positive is toward the end.
  case scrolled(rows: Int)
  /// A slow load has made this much progress.
  case pictureProgress(TileKey, TileProgress)
  /// A coarse picture has arrived, to show until the whole one does.
  case picturePreview(TileKey, ImagePreview)
  case pictureReady(TileKey, PixelImage, LoadCost = .nothing)
  /// A load has failed, for a reason that a person can read; a transient failure may be gone next
  /// time.
  case pictureFailed(TileKey, reason: FailureReason, isTransient: Bool = false)
  /// A load was given up after this many bytes had come over a network.
  case loadStopped(TileKey, receivedBytes: Int)
  /// A prefetched picture has left memory without being shown.
  case pictureDropped(TileKey)
  /// A picture was described, however little is known of it.
  case described(TileKey, PictureInfo)
  /// The timings of a load for the detail view have arrived.
  case timed(TileKey, LoadTimings)
  /// A part of a picture was rendered for the terminal.
  case rendered(RenderKey, Rendering)
  /// A frame of an animation is due.
  case animationFrame(TileKey, PixelImage)
  /// The terminal's graphics method has changed; nil for none.
  case graphicsChanged(Rendition.Method?)
  /// The instant `Gallery.wakeAt` has come.
  case woke
  /// A frame deadline has come while `Gallery.wantsTicks`.
  case tick
}
