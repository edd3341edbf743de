import GalleryApp
import GalleryCore
import GalleryItems
import ImageDecoding
import ImageLoading
import Raster

/// A few pictures, noise or files, that the tiles of a measurement share.
///
/// In noise, no two adjacent cells are alike.
struct FramePictures {
  private let files: [[UInt8]]
  private var pictures: [PixelImage] = []
  private var size = PixelSize(width: 0, height: 0)
  private var state: UInt64 = 1

  /// The number of noise pictures for each size.
  private static let noiseCount = 61

  /// - Parameter paths: the paths of pictures; none for noise.
  init(paths: [String]) throws {
    files = try paths.map { path in
      let file = try FileBytes.read(path)
      guard (try? Self.decoded(file, to: PixelSize(width: 8, height: 8), .square)) != nil else {
        throw BenchFailure(description: "\(path) is no picture that can be read")
      }
      return file
    }
  }

  /// The picture of a tile, in the tile's size and rendition.
  mutating func picture(for key: TileKey) throws -> PixelImage {
    if key.size != size { pictures = [] }
    size = key.size
    let count = files.isEmpty ? Self.noiseCount : files.count
    while pictures.count < count {
      let picture =
        files.isEmpty
        ? noise()
        : try Self.decoded(files[pictures.count], to: size, PixelAspect(key.rendition))
      pictures.append(picture.rendered(as: key.rendition))
    }
    return pictures[key.item.rawValue % count]
  }

  private static func decoded(
    _ file: [UInt8], to size: PixelSize, _ aspect: PixelAspect
  ) throws -> PixelImage {
    try file.withUnsafeBytes { bytes in
      try ImageDecoder().decode(
        bytes, target: ImageTarget(size: size, pixelAspect: aspect), limits: DecodeLimits()
      ) { false }
    }
  }

  /// A picture of opaque random pixels, from xorshift64.
  private mutating func noise() -> PixelImage {
    let pixels = (0..<size.area).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt32(truncatingIfNeeded: state >> 16) | 0xFF00_0000
    }
    return PixelImage(size: size, pixels: pixels)
  }
}
