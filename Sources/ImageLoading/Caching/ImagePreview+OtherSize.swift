import ImageDecoding
import Raster

extension ImagePreview {
  /// Creates a stand-in for one target from a picture made for another.
  init(_ image: PixelImage, madeFor origin: ImageTarget, standingInFor target: ImageTarget) {
    let picture = PixelSize(ofPictureWhoseCopyIs: image.size, in: origin)
    self.init(image, of: Framing(picture, in: target).result)
  }

  /// Whether it has as many pixels as are shown.
  private var suffices: Bool {
    image.size.width >= size.width && image.size.height >= size.height
  }

  /// Whether it is better than another one: the smallest that suffices is best, else the largest.
  func isBetter(than other: ImagePreview) -> Bool {
    if suffices != other.suffices { return suffices }
    let (area, otherArea) = (image.size.area, other.image.size.area)
    return suffices ? area < otherArea : area > otherArea
  }
}

extension PixelSize {
  /// The size of a picture, estimated from a copy that was fitted to a target.
  ///
  /// Copies are never enlarged. So one that fills the target in neither direction was not shrunk,
  /// and has all columns or all rows of the picture. Any other copy only has the picture's shape,
  /// and the picture is assumed to be large.
  fileprivate init(ofPictureWhoseCopyIs copy: PixelSize, in target: ImageTarget) {
    let (across, down) = (target.pixelAspect.width, target.pixelAspect.height)
    if copy.width < target.size.width, copy.height < target.size.height {
      self.init(
        width: max(copy.width, copy.width * across / down),
        height: max(copy.height, copy.height * down / across))
    } else {
      let (width, height) = (Double(copy.width * across), Double(copy.height * down))
      let scale = Double(AreaScaler.maxDimension) / max(width, height, 1)
      self.init(width: max(1, Int(width * scale)), height: max(1, Int(height * scale)))
    }
  }
}
