// `thumbnails 160x120 FOLDER PATH-OR-URL...` writes thumbnails: FOLDER/1.ppm, FOLDER/2.ppm, …

import Foundation
import ImageLoading
import Raster

/// A portable pixmap of a picture, laid on white: the format has no transparency.
func pixmap(of image: PixelImage) -> Data {
  let header = "P6 \(image.size.width) \(image.size.height) 255\n"
  return image.pixels.reduce(into: Data(header.utf8)) { bytes, pixel in
    let alpha = pixel >> 24
    for channel in [pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255] {
      bytes.append(UInt8((channel * alpha + 255 * (255 - alpha)) / 255))
    }
  }
}

func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

let arguments = CommandLine.arguments
let sides = arguments.dropFirst().first?.split(separator: "x").compactMap { Int($0) } ?? []
guard sides.count == 2, sides.allSatisfy({ $0 > 0 }), arguments.count > 3 else {
  complain("usage: thumbnails WIDTHxHEIGHT FOLDER PATH-OR-URL...")
  exit(64)
}
let (size, sources) = (PixelSize(width: sides[0], height: sides[1]), Array(arguments[3...]))
let pipeline = ImagePipeline()
let (results, arrived) = AsyncStream.makeStream(of: (Int, Result<PixelImage, ImageError>).self)
for (index, source) in sources.enumerated() {
  let address = source.contains("://") || source.hasPrefix("data:") ? URL(string: source) : nil
  let request = ImageRequest(url: address ?? URL(fileURLWithPath: source), targetSize: size)
  pipeline.loadImage(with: request) { arrived.yield((index, $0)) }
}
var (done, status) = (0, EXIT_SUCCESS)
for await (index, result) in results.prefix(sources.count) {
  done += 1
  let file = URL(fileURLWithPath: "\(arguments[2])/\(index + 1).ppm")
  do {
    try pixmap(of: result.get()).write(to: file)
    print("\(done) of \(sources.count): \(file.path)")
  } catch {
    status = EXIT_FAILURE
    let reason = (error as? ImageError)?.description ?? error.localizedDescription
    complain("\(done) of \(sources.count): \(sources[index]): \(reason)")
  }
}
exit(status)
