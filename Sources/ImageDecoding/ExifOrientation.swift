import Raster

/// The orientation of a camera, which defines how to turn a stored picture upright.
///
/// The raw values are those of the EXIF tag 0x0112 (CIPA DC-008, Orientation).
enum ExifOrientation: UInt16, CaseIterable {
  case upright = 1
  case mirrored
  case upsideDown
  case flipped
  /// Mirrored along the diagonal from top left to bottom right.
  case transposed
  /// Turned left: it needs a quarter turn to the right.
  case turnedLeft
  /// Mirrored along the other diagonal.
  case transversed
  /// Turned right: it needs a quarter turn to the left.
  case turnedRight

  /// Whether stored columns are displayed as rows.
  var swapsAxes: Bool { rawValue >= ExifOrientation.transposed.rawValue }

  /// The stored position of the displayed pixel in column `x` and row `y`, in a stored picture of
  /// `size`.
  func stored(x: Int, y: Int, in size: PixelSize) -> (x: Int, y: Int) {
    let right = size.width - 1
    let bottom = size.height - 1
    return switch self {
    case .upright: (x, y)
    case .mirrored: (right - x, y)
    case .upsideDown: (right - x, bottom - y)
    case .flipped: (x, bottom - y)
    case .transposed: (y, x)
    case .turnedLeft: (y, bottom - x)
    case .transversed: (right - y, bottom - x)
    case .turnedRight: (right - y, x)
    }
  }
}

extension PixelSize {
  /// The size after or before applying `orientation`.
  func oriented(by orientation: ExifOrientation) -> PixelSize {
    orientation.swapsAxes ? PixelSize(width: height, height: width) : self
  }
}

extension PixelImage {
  /// The picture turned upright.
  ///
  /// - Complexity: O(pixels); O(1) if it is upright already.
  func oriented(by orientation: ExifOrientation) -> PixelImage {
    if orientation == .upright { return self }
    let seen = size.oriented(by: orientation)
    let pixels = [UInt32](unsafeUninitializedCapacity: seen.area) { buffer, count in
      // A displayed column and a displayed row each are a constant step in the stored pixels.
      let origin = orientation.stored(x: 0, y: 0, in: size)
      let start = origin.y * size.width + origin.x
      func step(to place: (x: Int, y: Int)) -> Int { place.y * size.width + place.x - start }
      let right = step(to: orientation.stored(x: 1, y: 0, in: size))
      let down = step(to: orientation.stored(x: 0, y: 1, in: size))
      for y in 0..<seen.height {
        for x in 0..<seen.width {
          buffer[count] = self.pixels[start + x * right + y * down]
          count += 1
        }
      }
    }
    var image = PixelImage(size: seen, pixels: pixels)
    image.endsEarly = endsEarly
    return image
  }
}

extension ExifOrientation {
  private static let tag = 0x0112

  /// Reads the orientation from an EXIF block.
  ///
  /// A missing, truncated or invalid value means upright.
  init(exif: UnsafeRawBufferPointer) {
    self = TIFFFile(exif: exif)?.firstDirectory.flatMap(ExifOrientation.init(statedBy:)) ?? .upright
  }

  /// Reads the orientation in a directory; nil if there is none.
  ///
  /// Some programs write it as one or four bytes instead of two.
  init?(statedBy directory: TIFFDirectory) {
    guard let value = directory.integer(Self.tag).flatMap(UInt16.init(exactly:)),
      let stated = ExifOrientation(rawValue: value)
    else { return nil }
    self = stated
  }
}
