import DecodingTestSupport
import Foundation
import Glibc
import ImageDecoding
import ImageRequests
import Raster
import TestSupport
import Testing

@testable import LocalPictures

/// Cameras' raw files, of which a small part is read.
@Suite(.timeLimit(.minutes(1))) struct RawFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func picture(_ width: Int, _ color: UInt32) throws -> [UInt8] {
    let size = PixelSize(width: width, height: width * 2 / 3)
    // A flat picture would be no JPEG.
    let image = PixelImage(size: size, pixels: (0..<size.area).map { color ^ UInt32($0 & 1) })
    return Array(try #require(ThumbnailBytes.encode(image)))
  }

  /// A raw file whose sensor has 50 MB, most of them a hole.
  private func file(_ container: RawSketch.Container) throws -> URL {
    var sketch = RawSketch(
      container,
      [
        try picture(192, 0xFFFF_0000), try picture(384, 0xFF00_FF00),
        try picture(1_536, 0xFF00_00FF),
      ])
    sketch.sensor = Array(repeating: 0x5A, count: 200_000)
    let url = try folder.file("picture.\(container)", sketch.bytes)
    try #require(truncate(url.path, 50_000_000) == 0)
    return url
  }

  @Test(arguments: RawSketch.Container.allCases)
  func `a tile reads a small part of a raw file, and shows what all of it would`(
    container: RawSketch.Container
  ) throws {
    let url = try file(container)
    let request = ImageRequest(
      url: url, targetSize: PixelSize(width: 160, height: 160), thumbnails: .ifSufficient)
    let file = try PictureFile(url, maxBytes: 1 << 20)
    let decoder = ImageDecoder()
    let read = try file.readRaw(for: request, copy: nil, by: decoder) { false }
    let raw = try #require(read)
    #expect(raw.bytes.count == 50_000_000 && raw.bytesRead < 200_000, "\(raw.bytesRead)")
    let part = try raw.bytes.withUnsafeBytes {
      try decoder.decode($0, target: request.target, limits: DecodeLimits()) { false }
    }
    let whole = try Data(contentsOf: url).withUnsafeBytes {
      try decoder.decode($0, target: request.target, limits: DecodeLimits()) { false }
    }
    #expect(part == whole)
  }

  @Test func `bytes read count against the limit`() throws {
    let url = try file(.nef)
    let request = ImageRequest(
      url: url, targetSize: PixelSize(width: 160, height: 160), thumbnails: .ifSufficient)
    #expect(throws: ImageError.self) {
      try PictureFile(url, maxBytes: 10_000)
        .readRaw(for: request, copy: nil, by: ImageDecoder()) { false }
    }
  }

  @Test func `another file is left to others`() throws {
    for name in ["baseline.jpg", "strips.tiff"] {
      let url = try folder.file(name, try Fixture(name).bytes)
      let request = ImageRequest(url: url, targetSize: PixelSize(width: 160, height: 160))
      let raw = try PictureFile(url, maxBytes: 1 << 20)
        .readRaw(for: request, copy: nil, by: ImageDecoder()) { false }
      #expect(raw == nil)
    }
  }
}
