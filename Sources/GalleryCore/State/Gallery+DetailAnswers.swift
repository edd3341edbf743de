import Raster

extension Gallery {
  mutating func note(_ info: PictureInfo, for key: TileKey) {
    guard detail?.describing == key else { return }
    detail?.describing = nil
    detail?.info = info
  }

  mutating func note(_ timings: LoadTimings, for key: TileKey) {
    if detail?.base.key == key { detail?.timings = timings }
  }

  /// Of the same size any part is welcome: it is right where it covers what is seen.
  mutating func note(_ rendering: Rendering, for key: RenderKey) {
    guard let wanted = detail?.rendering, key.fits(wanted) else { return }
    detail?.rendered = (key, rendering)
  }

  mutating func noteFrame(_ image: PixelImage, for key: TileKey) {
    if detail?.animating == key { detail?.frame = image }
  }

  /// A picture has come, in one of the sizes that the detail view shows, or for what is beside it.
  mutating func noteDetailPicture(_ key: TileKey) {
    noteNeighbour(key)
    let cells = detailRect.size
    detail?.notePicture(key, fitting: cells)
  }

  /// The load of a picture beside the one that is shown has ended.
  mutating func noteNeighbour(_ key: TileKey) {
    if neighbours[key] != nil { neighbours[key] = false }
  }
}
