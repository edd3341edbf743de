import Raster

extension ImageTarget {
  /// The target in which a smaller copy of a picture looks as the picture does in this one.
  ///
  /// Neither is enlarged: where the copy has fewer pixels than are wanted, the result has them in the
  /// same shape, to be stretched.
  func shrunk(to copy: PixelSize, for picture: PixelSize) -> ImageTarget {
    let framing = Framing(picture, in: self)
    let scale = min(
      1, Double(copy.width) / Double(framing.scaled.width),
      Double(copy.height) / Double(framing.scaled.height))
    func shrink(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    var target = self
    target.size = PixelSize(
      width: shrink(framing.result.width), height: shrink(framing.result.height))
    return target
  }
}
