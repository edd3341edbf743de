import FoundationEssentials
import Raster

extension ImageDecoder {
  /// Draws an SVG at the size that fills its target.
  func drawing(
    _ bytes: UnsafeRawBufferPointer, target: ImageTarget, limits: DecodeLimits,
    isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> PixelImage {
    let format = ImageFormat.svg.rawValue
    guard let header = SVGHeader(bytes) else { throw .unknownFormat }
    guard let tool = SVGTool(in: searchPath) else {
      throw .packageMissing(format: format, package: SVGTool.package)
    }
    let whole = header.largest(within: limits)
    let size = Framing(whole, in: target.upright).scaled
    try limits.admit(size, format: .svg)
    let png = try tool.draw(bytes, header, at: size, isCancelled: isCancelled)
    let result = png.withUnsafeBytes { png in
      Result { () throws(ImageDecodingError) in
        var reader = try CodecRowReader(
          png, format: .png, orientation: .upright, standingFor: whole, limits: limits)
        guard reader.size == size else {
          throw .corrupt(format: format, reason: "it is drawn at another size")
        }
        return try Self.image(from: &reader, target: target.upright, isCancelled: isCancelled)
          .oriented(by: target.turn)
      }
    }
    return try result.get()
  }
}
