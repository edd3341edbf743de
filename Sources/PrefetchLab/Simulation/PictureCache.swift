import ImageLoading
import Raster

/// The memory cache of the laboratory: the real one's segments, by item.
struct PictureCache {
  private var pictures: [Int: PixelImage] = [:]
  private(set) var bytes = 0

  init(limitBytes: Int) {}

  mutating func picture(of item: Int, isSeen: Bool, at now: Duration) -> PixelImage? {
    pictures[item]
  }

  mutating func use(_ item: Int, at now: Duration) {}

  mutating func insert(_ item: Int, _ image: PixelImage, isSpeculative: Bool, at now: Duration) {
    if pictures.updateValue(image, forKey: item) == nil { bytes += image.costBytes }
  }
}
