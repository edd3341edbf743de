import Raster

/// What a tile has to show.
package struct Tile: Sendable {
  package enum State: Sendable {
    case loading
    case ready(PixelImage)
    /// A sentence that says why.
    case failed(String)
  }

  package let key: TileKey
  package var state: State

  package var isBlank: Bool {
    if case .loading = state { true } else { false }
  }
}
