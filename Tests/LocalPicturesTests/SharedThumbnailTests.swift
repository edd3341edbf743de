import CacheFiles
import DecodingTestSupport
import Foundation
import Glibc
import ImageDecoding
import ImageRequests
import Raster
import TestSupport
import Testing
import ThumbnailStore

@testable import LocalPictures

/// Thumbnails that other programs have left, any byte of which may be wrong.
@Suite(.timeLimit(.minutes(1))) struct SharedThumbnailTests {
  private let folder: TemporaryFolder
  private let url: URL
  private let uri: String
  private let modified: Int

  init() throws {
    folder = try TemporaryFolder()
    url = try folder.file(
      "a.ppm", Array("P6 512 256 255\n".utf8) + Array(repeating: 9, count: 512 * 256 * 3))
    uri = "file://" + folder.url.path + "/a.ppm"
    modified = time(nil) - 100
    let then = timespec(tv_sec: modified, tv_nsec: 0)
    try #require(utimensat(AT_FDCWD, url.path, [then, then], 0) == 0)
    try FileManager.default.createDirectory(
      atPath: folder.url.path + "/normal", withIntermediateDirectories: true)
  }

  /// Returns the pictures that a tile of 60 pixels gets from a thumbnail of these bytes.
  private func pictures(_ bytes: [UInt8]) throws -> (image: PixelImage, copy: PixelImage)? {
    _ = try folder.file("normal/\(MessageDigest.md5(uri.utf8)).png", bytes)
    let request = ImageRequest(
      url: url, targetSize: PixelSize(width: 60, height: 60), thumbnails: .ifSufficient)
    let shelf = ThumbnailShelf(
      ThumbnailCache(folder: folder.url.path + "/caches", limitBytes: 1 << 20))
    let slot = try #require(shelf.slot(for: request, within: ImageLimits()))
    return SharedThumbnail(of: url, in: slot, folder: folder.url.path, within: ImageLimits())?
      .pictures(for: request.target, copy: slot.scale) { false }
  }

  @Test(arguments: [("393231", true), ("393230", false), ("", false)])
  func `a thumbnail of a file of another size is not taken`(size: String, isTaken: Bool) throws {
    let bytes = PNGSketch.red(
      width: 128, height: 64,
      ["Thumb::URI": uri, "Thumb::MTime": "\(modified)", "Thumb::Size": size])
    #expect(try (pictures(bytes) != nil) == isTaken)
  }

  @Test func `wrong and missing bytes never trap`() throws {
    var random = SeededRandom(seed: 17)
    let whole = PNGSketch.red(
      width: 128, height: 64, ["Thumb::URI": uri, "Thumb::MTime": "\(modified)"])
    #expect(try pictures(whole)?.image.size == PixelSize(width: 60, height: 30))
    // The texts stand between the header and the pixels.
    let texts = 33..<90 + uri.utf8.count
    for _ in 0..<600 {
      var bytes = whole
      let places = Bool.random(using: &random) ? texts : bytes.indices
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[places.randomElement(using: &random) ?? 0] =
          [0, 1, 0x7F, 0xFF, .random(in: 0...255, using: &random)].randomElement(using: &random)
          ?? 0
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      }
      guard let found = try pictures(bytes) else { continue }
      #expect(found.image.size == PixelSize(width: 60, height: 30))
      #expect(found.copy.size.width <= 128 && found.copy.size.height <= 64)
    }
  }
}
