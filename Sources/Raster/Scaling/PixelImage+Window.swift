extension PixelImage {
  /// The part of the picture inside a window, with the whole picture scaled to `whole` pixels.
  ///
  /// Pixels are averaged if the picture is larger than `whole` in both directions.
  ///
  /// - Parameters:
  ///   - window: a rectangle in pixels of `whole`, to which it is clipped.
  ///   - enlargement: the way to enlarge a smaller picture; nearest neighbor by default.
  /// - Returns: nil when the window shows nothing of the picture.
  /// - Complexity: O(pixels of the window), plus the picture's rows that are averaged.
  package func shown(
    in window: PixelRect, ofSize whole: PixelSize, enlarged enlargement: Enlargement = .blocks
  ) -> PixelImage? {
    let columns = (window.x..<window.x + max(0, window.size.width)).clamped(to: 0..<whole.width)
    let rows = (window.y..<window.y + max(0, window.size.height)).clamped(to: 0..<whole.height)
    guard !columns.isEmpty, !rows.isEmpty, size.area > 0 else { return nil }
    let target = PixelSize(width: columns.count, height: rows.count)
    if whole == size, target == size { return PixelImage(size: size, pixels: pixels) }
    let crop = PixelRect(
      columns: columns.scaled(from: whole.width, to: size.width),
      rows: rows.scaled(from: whole.height, to: size.height))
    if crop.size != target, crop.size.width >= target.width, crop.size.height >= target.height,
      max(size.width, size.height) <= AreaScaler.maxDimension
    {
      return averaged(crop, to: target)
    }
    switch enlargement {
    case .blocks: return nearest(columns: columns, rows: rows, of: whole)
    case .smooth:
      var scaler = CubicScaler(self, columns: columns, rows: rows, of: whole)
      return scaler.scaled()
    }
  }

  /// A part of the picture, shrunk by averaging.
  ///
  /// - Precondition: as for `AreaScaler.init(source:crop:target:)`.
  func averaged(_ crop: PixelRect, to target: PixelSize) -> PixelImage {
    let band = PixelSize(width: size.width, height: crop.size.height)
    var scaler = AreaScaler(
      source: band, crop: PixelRect(x: crop.x, y: 0, size: crop.size), target: target)
    pixels.withUnsafeBufferPointer { pixels in
      for y in crop.y..<crop.y + crop.size.height {
        scaler.append(
          UnsafeBufferPointer(rebasing: pixels[y * size.width..<(y + 1) * size.width]))
      }
    }
    return scaler.image
  }

  private func nearest(columns: Range<Int>, rows: Range<Int>, of whole: PixelSize) -> PixelImage {
    let target = PixelSize(width: columns.count, height: rows.count)
    let sources = columns.map { $0 * size.width / whole.width }
    let cropped = [UInt32](unsafeUninitializedCapacity: target.area) { cropped, count in
      pixels.withUnsafeBufferPointer { pixels in
        for row in rows {
          let start = row * size.height / whole.height * size.width
          for source in sources {
            cropped[count] = pixels[start + source]
            count += 1
          }
        }
      }
    }
    return PixelImage(size: target, pixels: cropped)
  }
}

extension Range<Int> {
  /// The range on a side of `length` pixels that matches this range on a side of `whole`; at least
  /// one pixel.
  fileprivate func scaled(from whole: Int, to length: Int) -> Range<Int> {
    let lower = Swift.min(lowerBound * length / whole, length - 1)
    let upper = Swift.min(Swift.max(lower + 1, upperBound * length / whole), length)
    return lower..<upper
  }
}

extension PixelRect {
  fileprivate init(columns: Range<Int>, rows: Range<Int>) {
    self.init(
      x: columns.lowerBound, y: rows.lowerBound,
      size: PixelSize(width: columns.count, height: rows.count))
  }
}
