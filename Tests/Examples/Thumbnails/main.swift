// `thumbnails 160x120 FOLDER PATH-OR-URL...` writes thumbnails: FOLDER/1.ppm, FOLDER/2.ppm, …

import Foundation
import ImageLoading
import Raster

/// A portable pixmap of a picture, laid on white: the format has no transparency.
func pixmap(of image: PixelImage) -> Data {
  let shifts: [UInt32] = [16, 8, 0]
  let bytes = image.pixels.flatMap { pixel in
    shifts.map { 255 - UInt8((~pixel >> $0 & 255) * (pixel >> 24) / 255) }
  }
  return Data("P6 \(image.size.width) \(image.size.height) 255\n".utf8) + bytes
}

func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

let arguments = CommandLine.arguments
let sides = (arguments.dropFirst().first ?? "").split(separator: "x").compactMap { Int($0) }
guard sides.count == 2, sides.allSatisfy({ $0 > 0 }), arguments.count > 3 else {
  complain("usage: thumbnails WIDTHxHEIGHT FOLDER PATH-OR-URL...")
  exit(64)
}
let (pipeline, size) = (ImagePipeline(), PixelSize(width: sides[0], height: sides[1]))
let thumbnails = arguments.enumerated().dropFirst(3).map { place, source in
  let address = source.contains(":") ? URL(string: source) : nil
  let request = ImageRequest(url: address ?? URL(fileURLWithPath: source), targetSize: size)
  let file = URL(fileURLWithPath: "\(arguments[2])/\(place - 2).ppm")
  return Task {
    try pixmap(of: await pipeline.image(for: request)).write(to: file)
    print(file.path)
  }
}
var status = EXIT_SUCCESS
for (source, thumbnail) in zip(arguments.dropFirst(3), thumbnails) {
  guard case .failure(let error) = await thumbnail.result else { continue }
  complain("\(source): \((error as? ImageError)?.description ?? error.localizedDescription)")
  status = EXIT_FAILURE
}
exit(status)
