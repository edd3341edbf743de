/// The pixels of a graphic: opaque, and filling whole cells, unless the terminal stretches them.
///
/// They share the picture's memory; the background is applied when they are read.
package struct GraphicPixels: Sendable {
  package let cells: CellSize
  /// The size of the cells in pixels, or the picture's where the terminal stretches it.
  package let size: PixelSize
  /// The red, green, and blue bytes compressed for zlib (RFC 1950); nil if they are sent as they
  /// are.
  package private(set) var deflated: [UInt8]?
  /// The picture's size and pixels.
  private let pictureSize: PixelSize
  private let pixels: [UInt32]
  private let background: Color

  /// Lays a picture over a background, which also fills the rest of the last column and row.
  ///
  /// - Precondition: a cell is at least 1x2, the picture at least 1x1.
  init(of picture: PixelImage, cell: PixelSize, background: Color) {
    precondition(cell.width >= 1 && cell.height >= 2, "a cell of \(cell) shows no half blocks")
    precondition(picture.size.width >= 1 && picture.size.height >= 1)
    pictureSize = picture.size
    pixels = picture.pixels
    self.background = background
    cells = CellSize(
      columns: (picture.size.width + cell.width - 1) / cell.width,
      rows: (picture.size.height + cell.height - 1) / cell.height)
    size = PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
  }

  /// Prepares a picture that the terminal stretches over cells.
  ///
  /// - Precondition: `cells` is not empty, and the picture is at least 1x1.
  init(of picture: PixelImage, stretchedOver cells: CellSize, background: Color) {
    precondition(picture.size.width >= 1 && picture.size.height >= 1 && cells.area > 0)
    pictureSize = picture.size
    pixels = picture.pixels
    self.background = background
    self.cells = cells
    size = picture.size
  }

  /// Keeps the bytes that `deflate` makes of red, green, and blue bytes, unless that returns nil.
  mutating func deflate(_ deflate: (UnsafeRawBufferPointer) -> [UInt8]?) {
    deflated = withUnsafeTemporaryAllocation(byteCount: rgbBytes, alignment: 1) { bytes in
      guard let start = bytes.baseAddress else { return nil }
      writeRGB(to: start)
      return deflate(UnsafeRawBufferPointer(bytes))
    }
  }

  /// The pixels as a picture; shares memory with the original if nothing differs.
  ///
  /// - Complexity: O(pixels).
  var image: PixelImage {
    if size == pictureSize {
      return PixelImage(size: size, pixels: pixels).laid(over: background)
    }
    let laid = [UInt32](unsafeUninitializedCapacity: size.area) { target, count in
      read(0..<size.area) { target[$0] = 0xFF00_0000 | $1 }
      count = size.area
    }
    return PixelImage(size: size, pixels: laid)
  }
}

// MARK: - Bytes

extension GraphicPixels {
  /// The length of the red, green, and blue bytes of all pixels.
  package var rgbBytes: Int { 3 * size.area }

  /// Writes the red, green, and blue bytes of all pixels, row by row.
  ///
  /// - Parameter bytes: the beginning of `rgbBytes` bytes.
  /// - Complexity: O(pixels).
  package func writeRGB(to bytes: UnsafeMutableRawPointer) {
    read(0..<size.area) { index, color in
      let place = bytes + 3 * index
      place.storeBytes(of: UInt8(truncatingIfNeeded: color >> 16), as: UInt8.self)
      place.storeBytes(of: UInt8(truncatingIfNeeded: color >> 8), toByteOffset: 1, as: UInt8.self)
      place.storeBytes(of: UInt8(truncatingIfNeeded: color), toByteOffset: 2, as: UInt8.self)
    }
  }

  /// The length of the bytes in Base64, after compression if any.
  package var textBytes: Int { Base64.length(of: deflated?.count ?? rgbBytes) }

  /// Writes a part of that text.
  ///
  /// - Parameters:
  ///   - range: a range of whole groups of four characters.
  ///   - text: the start of at least as many bytes.
  /// - Complexity: O(characters of the range); nothing is allocated.
  package func writeText(_ range: Range<Int>, to text: UnsafeMutableRawPointer) {
    if let deflated {
      deflated.withUnsafeBytes { bytes in
        let part = range.lowerBound / 4 * 3..<min(range.upperBound / 4 * 3, bytes.count)
        Base64.write(UnsafeRawBufferPointer(rebasing: bytes[part]), to: text)
      }
    } else {
      writeText(ofPixels: range.lowerBound / 4..<range.upperBound / 4, to: text)
    }
  }

  /// Writes pixels as Base64, four characters for each.
  private func writeText(ofPixels range: Range<Int>, to text: UnsafeMutableRawPointer) {
    Base64.characterPairs.withUnsafeBufferPointer { pairs in
      read(range) { index, color in
        let first = UInt32(pairs[Int(color >> 12)])
        let second = UInt32(pairs[Int(color & 0xFFF)])
        text.storeBytes(
          of: (first | second << 16).littleEndian, toByteOffset: 4 * index, as: UInt32.self)
      }
    }
  }

  /// Calls `body` for each pixel of a range, with its index in the range and its 24-bit color.
  @inline(__always)
  private func read(_ range: Range<Int>, _ body: (Int, UInt32) -> Void) {
    let (width, height) = (pictureSize.width, pictureSize.height)
    let paper = background.rawValue & 0xFF_FFFF
    pixels.withUnsafeBufferPointer { source in
      var index = range.lowerBound
      while index < range.upperBound {
        let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
        let end = min(range.upperBound, index - x + size.width)
        let inside = y < height ? index + min(max(0, width - x), end - index) : index
        for next in index..<inside {
          let color = background.under(source[y * width + x + next - index])
          body(next - range.lowerBound, color.rawValue & 0xFF_FFFF)
        }
        for next in inside..<end { body(next - range.lowerBound, paper) }
        index = end
      }
    }
  }
}

// MARK: - Fallback

extension GraphicPixels {
  /// The picture in half blocks: the average of the pixels under each half, or the nearest pixel if
  /// there are too few.
  ///
  /// - Parameter image: the pixels as a picture.
  /// - Complexity: O(pixels).
  func fallback(of image: PixelImage) -> CellImage {
    let target = PixelSize(width: cells.columns, height: 2 * cells.rows)
    let whole = PixelRect(x: 0, y: 0, size: target)
    guard let small = image.shown(in: whole, ofSize: target)?.pixels else {
      return CellImage(size: cells, cells: Array(repeating: .blank, count: cells.area))
    }
    var halves: [Cell] = []
    halves.reserveCapacity(cells.area)
    for row in 0..<cells.rows {
      for column in 0..<cells.columns {
        let upper = small[2 * row * target.width + column]
        let lower = small[(2 * row + 1) * target.width + column]
        halves.append(
          Cell(
            upper: Color(rawValue: upper & 0xFF_FFFF), lower: Color(rawValue: lower & 0xFF_FFFF)))
      }
    }
    return CellImage(size: cells, cells: halves)
  }
}
