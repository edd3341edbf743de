/// One of the eight ways to turn and mirror a picture, which form the symmetry group of the square.
///
/// The raw values are those of the EXIF tag 0x0112 (CIPA DC-008, Orientation), which states how to turn a stored picture
/// upright.
package enum Orientation: UInt16, CaseIterable, Sendable {
  /// Unchanged.
  case upright = 1
  /// Left and right are exchanged.
  case mirrored
  case halfTurn
  /// Top and bottom are exchanged.
  case flipped
  /// Mirrored along the diagonal from top left to bottom right.
  case transposed
  /// A quarter turn clockwise.
  case rightTurn
  /// Mirrored along the other diagonal.
  case transversed
  /// A quarter turn counterclockwise.
  case leftTurn

  /// Whether stored columns are displayed as rows.
  package var swapsAxes: Bool { rawValue >= Orientation.transposed.rawValue }

  /// Whether stored columns count from the right, and stored rows from the bottom.
  private var reversals: (x: Bool, y: Bool) {
    switch self {
    case .upright, .transposed: (false, false)
    case .mirrored, .leftTurn: (true, false)
    case .flipped, .rightTurn: (false, true)
    case .halfTurn, .transversed: (true, true)
    }
  }

  private init(swapsAxes: Bool, reversals: (x: Bool, y: Bool)) {
    self =
      switch (swapsAxes, reversals.x, reversals.y) {
      case (false, false, false): .upright
      case (false, true, false): .mirrored
      case (false, true, true): .halfTurn
      case (false, false, true): .flipped
      case (true, false, false): .transposed
      case (true, false, true): .rightTurn
      case (true, true, true): .transversed
      case (true, true, false): .leftTurn
      }
  }

  /// This orientation followed by another one.
  package func then(_ next: Orientation) -> Orientation {
    let following = swapsAxes ? (x: next.reversals.y, y: next.reversals.x) : next.reversals
    return Orientation(
      swapsAxes: swapsAxes != next.swapsAxes,
      reversals: (reversals.x != following.x, reversals.y != following.y))
  }

  /// The orientation that undoes this one.
  package var inverse: Orientation {
    switch self {
    case .rightTurn: .leftTurn
    case .leftTurn: .rightTurn
    case .upright, .mirrored, .halfTurn, .flipped, .transposed, .transversed: self
    }
  }

  /// The stored position of a displayed point.
  ///
  /// - Parameters:
  ///   - right: the largest stored `x`.
  ///   - bottom: the largest stored `y`.
  package func stored<Number: Numeric>(
    x: Number, y: Number, right: Number, bottom: Number
  ) -> (x: Number, y: Number) {
    let (x, y) = swapsAxes ? (y, x) : (x, y)
    return (reversals.x ? right - x : x, reversals.y ? bottom - y : y)
  }
}

extension PixelSize {
  /// The size after or before applying `orientation`.
  package func oriented(by orientation: Orientation) -> PixelSize {
    orientation.swapsAxes ? PixelSize(width: height, height: width) : self
  }

  /// The indices of pixels in a stored picture of this size: that of the first displayed one, and the steps to the next
  /// displayed column and to the next row.
  func steps(of orientation: Orientation) -> (start: Int, right: Int, down: Int) {
    func index(x: Int, y: Int) -> Int {
      let place = orientation.stored(x: x, y: y, right: width - 1, bottom: height - 1)
      return place.y * width + place.x
    }
    let start = index(x: 0, y: 0)
    return (start, index(x: 1, y: 0) - start, index(x: 0, y: 1) - start)
  }
}

extension PixelImage {
  /// The picture turned and mirrored, without its rendering and facts.
  ///
  /// - Complexity: O(pixels); O(1) for `upright`, which changes nothing.
  package func oriented(by orientation: Orientation) -> PixelImage {
    if orientation == .upright { return self }
    let seen = size.oriented(by: orientation)
    let pixels = [UInt32](unsafeUninitializedCapacity: seen.area) { buffer, count in
      let (start, right, down) = size.steps(of: orientation)
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
