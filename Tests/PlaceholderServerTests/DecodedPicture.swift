import CJPEG
import CPNG
import Raster

/// A picture read back by the libraries themselves.
struct DecodedPicture {
  let size: PixelSize
  /// Red, green and blue of every pixel, row by row from the top.
  let bytes: [UInt8]

  subscript(x: Int, y: Int) -> Color {
    let index = (y * size.width + x) * 3
    return Color(red: bytes[index], green: bytes[index + 1], blue: bytes[index + 2])
  }

  init?(png file: [UInt8]) {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    guard png_image_begin_read_from_memory(&image, file, file.count) != 0 else { return nil }
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    let size = PixelSize(width: Int(image.width), height: Int(image.height))
    var bytes = [UInt8](repeating: 0, count: size.area * 3)
    guard png_image_finish_read(&image, nil, &bytes, 0, nil) != 0 else { return nil }
    self.size = size
    self.bytes = bytes
  }

  init?(jpeg file: [UInt8]) {
    var errors = jpeg_error_mgr()
    var decompressor = jpeg_decompress_struct()
    let decoded: (PixelSize, [UInt8])? = withUnsafeMutablePointer(to: &errors) { errors in
      withUnsafeMutablePointer(to: &decompressor) { decompressor in
        decompressor.pointee.err = jpeg_std_error(errors)
        errors.pointee.error_exit = { _ in fatalError("not a JPEG file") }
        return Self.decode(file, with: decompressor)
      }
    }
    guard let decoded else { return nil }
    (size, bytes) = decoded
  }

  private static func decode(
    _ file: [UInt8], with decompressor: UnsafeMutablePointer<jpeg_decompress_struct>
  ) -> (PixelSize, [UInt8])? {
    jpeg_CreateDecompress(
      decompressor, JPEG_LIB_VERSION, MemoryLayout<jpeg_decompress_struct>.size)
    defer { jpeg_destroy_decompress(decompressor) }
    return file.withUnsafeBufferPointer { file in
      jpeg_mem_src(decompressor, file.baseAddress, UInt(file.count))
      guard jpeg_read_header(decompressor, 1) == JPEG_HEADER_OK else { return nil }
      decompressor.pointee.out_color_space = JCS_RGB
      jpeg_start_decompress(decompressor)
      let size = PixelSize(
        width: Int(decompressor.pointee.output_width),
        height: Int(decompressor.pointee.output_height))
      var bytes = [UInt8](repeating: 0, count: size.area * 3)
      bytes.withUnsafeMutableBufferPointer { bytes in
        for row in 0..<size.height {
          var line = bytes.baseAddress?.advanced(by: row * size.width * 3)
          jpeg_read_scanlines(decompressor, &line, 1)
        }
      }
      jpeg_finish_decompress(decompressor)
      return (size, bytes)
    }
  }
}
