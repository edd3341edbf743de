import Foundation
import ImageDecoding
import Raster

/// A picture file beside the tests; `Fixtures/make.py` says what each shows.
package struct Fixture: Sendable, CustomStringConvertible {
  package static let size = PixelSize(width: 64, height: 32)
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// All pictures.
  package static let all: [Fixture] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { !$0.hasPrefix("make") }.sorted().compactMap { try? Fixture($0) }
  }()

  /// The pictures with this extension.
  package static func all(_ fileExtension: String) -> [Fixture] {
    all.filter { $0.name.hasSuffix("." + fileExtension) }
  }

  package let name: String
  package let bytes: [UInt8]

  package init(_ name: String) throws {
    self.name = name
    bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
  }

  package var description: String { name }

  /// Whether another process decodes it, which takes milliseconds.
  package var isIsolated: Bool {
    ["avif", "heic", "tiff"].contains { name.hasSuffix("." + $0) }
  }
}

extension [UInt8] {
  /// Decodes these bytes as a file.
  package func decoded(
    to size: PixelSize = Fixture.size, contentMode: ContentMode = .fit,
    pixelAspect: PixelAspect = .square, limits: DecodeLimits = DecodeLimits(),
    isolation: DecodingIsolation? = .besideTests, isCancelled: () -> Bool = { false }
  ) throws(ImageDecodingError) -> PixelImage {
    var decoder = ImageDecoder(isolation: isolation)
    // Other tests may keep all processors busy.
    decoder.leastSeconds = 60
    return try withUnsafeBufferPointer { (bytes) throws(ImageDecodingError) in
      try decoder.decode(
        UnsafeRawBufferPointer(bytes),
        target: ImageTarget(size: size, contentMode: contentMode, pixelAspect: pixelAspect),
        limits: limits, isCancelled: isCancelled)
    }
  }
}

extension PixelImage {
  package subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] }

  /// The colors of the four quarters, if each has one color within `tolerance` per channel.
  package func quarters(tolerance: Int) -> [UInt32]? {
    let (width, height) = (size.width / 2, size.height / 2)
    let corners = [(0, 0), (width, 0), (0, height), (width, height)]
    let colors = corners.map { self[$0.0 + width / 2, $0.1 + height / 2] }
    for (corner, color) in zip(corners, colors) {
      for y in corner.1..<corner.1 + height {
        for x in corner.0..<corner.0 + width where !self[x, y].isClose(to: color, tolerance) {
          return nil
        }
      }
    }
    return colors
  }
}

extension UInt32 {
  /// Whether no channel differs by more than `tolerance`.
  package func isClose(to other: UInt32, _ tolerance: Int) -> Bool {
    stride(from: 0, to: 32, by: 8).allSatisfy {
      abs(Int(self >> $0 & 255) - Int(other >> $0 & 255)) <= tolerance
    }
  }
}
