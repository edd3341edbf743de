import CJPEG
import CPNG
import Glibc
import Raster

extension PictureCanvas {
  /// This canvas as a JPEG file.
  ///
  /// - Parameters:
  ///   - quality: from 0 to 100.
  ///   - isProgressive: whether the file is progressive.
  func jpeg(quality: Int, isProgressive: Bool = false) -> [UInt8] {
    var errors = jpeg_error_mgr()
    var compressor = jpeg_compress_struct()
    return withUnsafeMutablePointer(to: &errors) { errors in
      withUnsafeMutablePointer(to: &compressor) { compressor in
        compressor.pointee.err = jpeg_std_error(errors)
        // A `longjmp` must not skip Swift's frames. With a valid size, the only possible error is a
        // lack of memory, which ends a Swift program anyway.
        errors.pointee.error_exit = { _ in fatalError("libjpeg ran out of memory") }
        return compress(with: compressor, quality: quality, isProgressive)
      }
    }
  }

  private func compress(
    with compressor: UnsafeMutablePointer<jpeg_compress_struct>, quality: Int,
    _ isProgressive: Bool
  ) -> [UInt8] {
    jpeg_CreateCompress(
      compressor, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
    defer { jpeg_destroy_compress(compressor) }
    // libjpeg grows this block, and the caller frees it.
    var file: UnsafeMutablePointer<UInt8>?
    var length: UInt = 0
    defer { free(file) }
    jpeg_mem_dest(compressor, &file, &length)

    compressor.pointee.image_width = JDIMENSION(size.width)
    compressor.pointee.image_height = JDIMENSION(size.height)
    compressor.pointee.input_components = 3
    compressor.pointee.in_color_space = JCS_RGB
    jpeg_set_defaults(compressor)
    jpeg_set_quality(compressor, Int32(quality), 1)
    if isProgressive { jpeg_simple_progression(compressor) }

    jpeg_start_compress(compressor, 1)
    bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<size.height {
        // libjpeg only reads the row, despite its type.
        var line = UnsafeMutablePointer(mutating: bytes.baseAddress)?
          .advanced(by: row * size.width * 3)
        jpeg_write_scanlines(compressor, &line, 1)
      }
    }
    jpeg_finish_compress(compressor)
    return Array(UnsafeBufferPointer(start: file, count: Int(length)))
  }
}

extension PictureCanvas {
  /// This canvas as a PNG file: 24-bit, unfiltered, lightly compressed.
  ///
  /// libpng's simplified interface keeps its `longjmp` within C, and returns errors.
  func png() throws(EncodingFailure) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(size.width)
    image.height = png_uint_32(size.height)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)

    // Uncompressed rows with their filter bytes have this size; chunks and deflate's block headers
    // add far less than an eighth.
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

/// The error of a picture that could not be encoded, in practice for lack of memory.
struct EncodingFailure: Error, CustomStringConvertible {
  let description: String
}
