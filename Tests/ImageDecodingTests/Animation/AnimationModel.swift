import Raster

/// A canvas that frames are drawn on, the plain way: what an animation is to look like.
struct AnimationModel {
  /// The disposal of a frame after it was shown.
  enum Disposal: CaseIterable {
    case keep, clear, restore
  }

  private let size: PixelSize
  private var canvas: [UInt32]
  /// The canvas before the next frame.
  private var next: [UInt32]

  init(_ size: PixelSize) {
    self.size = size
    canvas = Array(repeating: 0, count: size.area)
    next = canvas
  }

  /// Draws a frame, pixels 0 of which are transparent, and gives the whole picture.
  ///
  /// - Parameter isBlended: what is transparent leaves what is there.
  mutating func draw(
    left: Int, top: Int, width: Int, pixels: [UInt32], isBlended: Bool = true, _ disposal: Disposal
  ) -> PixelImage {
    canvas = next
    let before = canvas
    next = []
    var cleared = canvas
    for (place, pixel) in pixels.enumerated() {
      let (x, y) = (left + place % width, top + place / width)
      guard x < size.width, y < size.height else { continue }
      if pixel != 0 || !isBlended { canvas[y * size.width + x] = pixel }
    }
    cleared = canvas
    for place in pixels.indices {
      let (x, y) = (left + place % width, top + place / width)
      if x < size.width, y < size.height { cleared[y * size.width + x] = 0 }
    }
    next =
      switch disposal {
      case .keep: canvas
      case .clear: cleared
      case .restore: before
      }
    return PixelImage(size: size, pixels: canvas)
  }
}
