import GalleryItems
import Raster

/// An event outside the gallery.
package enum Event: Hashable, Sendable {
  case key(Key)
  case resized(CellSize)
  /// The rendition of pictures and the available symbol sets have changed with the screen's
  /// capabilities.
  case renditionChanged(Rendition, symbolSets: [SymbolSet])
  /// The terminal has reported its own text colors.
  case ownColorsChanged(OwnColors)
  /// The items have changed or moved, or the source is complete.
  case sourceChanged(SnapshotChange)
  /// A background search has progressed or ended.
  case searched(SearchNews)
  /// An order to filter the items has progressed or ended.
  case filtered(FilterNews)
  /// Scrolls the viewport by rows, in recordings and benchmarks; positive is toward the end.
  ///
  /// The wheel is a key.
  case scrolled(rows: Int)
  /// A slow load has made this much progress.
  case pictureProgress(TileKey, TileProgress)
  /// A coarse picture has arrived, to show until the load ends.
  case picturePreview(TileKey, ImagePreview)
  case pictureReady(TileKey, PixelImage, LoadCost = .nothing)
  /// A load has failed; a transient failure may not occur the next time.
  case pictureFailed(TileKey, reason: FailureReason, isTransient: Bool = false)
  /// A load was stopped after receiving this many bytes over a network.
  case loadStopped(TileKey, receivedBytes: Int)
  /// A prefetched picture was evicted from memory without being shown.
  case pictureDropped(TileKey)
  /// The description of a picture has arrived, which may be empty.
  case described(TileKey, PictureInfo)
  /// The timings of a load for the detail view have arrived.
  case timed(TileKey, LoadTimings)
  /// A part of a picture was rendered for the terminal.
  case rendered(RenderKey, Rendering)
  /// A frame of an animation is due.
  case animationFrame(TileKey, PixelImage)
  /// The terminal's graphics method has changed; nil for none.
  case graphicsChanged(Rendition.Method?)
  /// Items that an earlier session has marked were found.
  case marksRestored(FormerMarks)
  /// The item that was selected last in an earlier session was found.
  case lastItemFound(ItemID)
  case files(FileNews)
  case programEnded(ProgramEnd)
  /// The instant `Gallery.wakeAt` has come.
  case woke
  /// A frame deadline has come while `Gallery.wantsTicks`.
  case tick
}
