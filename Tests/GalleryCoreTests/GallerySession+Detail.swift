import GalleryItems
import Raster

@testable import GalleryCore

extension GallerySession {
  /// The requests for the detail view, in any size.
  var detailLoads: [TileRequest] { loads.filter { $0.purpose != .tile } }
  var detailPrefetches: [TileRequest] { prefetches.filter { $0.purpose != .tile } }

  var renderings: [RenderRequest] {
    effects.compactMap { if case .detail(.render(let request)) = $0 { request } else { nil } }
  }

  var animations: [TileRequest] {
    effects.compactMap { if case .detail(.animate(let request)) = $0 { request } else { nil } }
  }

  /// Answers a request for a rendering, as cells.
  mutating func rendered(_ request: RenderRequest) {
    let key = request.key
    guard case .symbols(let symbols) = key.rendition.method,
      let part = request.image.shown(
        in: key.window, ofSize: key.whole, enlarged: key.enlargement)
    else { return }
    let cells = CellImage(
      part, symbols: symbols, colors: key.rendition.colors,
      background: key.rendition.paper.color)
    send([.rendered(key, .cells(cells))])
  }

  /// Answers with a picture of one color, as large as allowed.
  mutating func answer(_ request: TileRequest, pixel: UInt32 = 0xFF_336699) {
    answer(request, with: PixelImage(size: request.key.size, filledWith: pixel))
  }

  mutating func answer(_ request: TileRequest, with image: PixelImage) {
    send([.pictureReady(request.key, image)])
  }

  /// Opens the selected picture, which has this size, and lets it arrive.
  mutating func open(_ size: PixelSize, pixel: UInt32 = 0xFF_336699) {
    press(.enter)
    let request = detailLoads[0]
    send([.described(request.key, PictureInfo(size: size))])
    let geometry = PictureGeometry(
      own: size, view: gallery.detailRect.size, rendition: gallery.rendition)
    let fitted = geometry.map { $0.pixels(at: $0.fitScale) } ?? size
    answer(request, with: PixelImage(size: fitted, filledWith: pixel))
  }
}

extension Gallery {
  /// The part of the screen that the detail view's picture may fill.
  var detailRect: CellRect { layout.content }
  var geometry: PictureGeometry? { detail.geometry(in: scene) }
  var scale: Double? { detail.scale(in: scene) }

  func offset(at scale: Double, in geometry: PictureGeometry) -> CellPoint {
    detail.magnifier.offset(at: scale, in: geometry)
  }
}

extension PixelImage {
  /// A picture whose pixels roughly show their place: red from the left, green from the top.
  static func gradient(_ size: PixelSize) -> PixelImage {
    PixelImage(
      size: size,
      pixels: (0..<size.area).map { index in
        let red = UInt32(index % size.width * 7 / max(1, size.width - 1))
        let green = UInt32(index / size.width * 3 / max(1, size.height - 1))
        return 0xFF00_0000 | red << 21 | green << 14
      })
  }
}
