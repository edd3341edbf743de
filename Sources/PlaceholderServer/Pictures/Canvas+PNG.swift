import CPNG
import Raster

extension Canvas {
  /// This canvas as a PNG file: 24-bit, unfiltered, lightly compressed.
  ///
  /// libpng's simplified interface keeps its `longjmp` within C: an error is a return value.
  func png() throws(EncodingFailure) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(size.width)
    image.height = png_uint_32(size.height)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)

    // Stored without compression, rows and their filter bytes take this much; chunks and
    // deflate's own block headers add far less than an eighth.
    let stored = (size.width * 3 + 1) * size.height
    let capacity = stored + stored / 8 + 1024
    var isWritten = false
    let file = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      var length = png_alloc_size_t(capacity)
      isWritten =
        png_image_write_to_memory(&image, buffer.baseAddress, &length, 0, bytes, 0, nil) != 0
      count = isWritten ? Int(length) : 0
    }
    guard isWritten else {
      throw EncodingFailure(description: "libpng could not write a picture of \(size)")
    }
    return file
  }
}
