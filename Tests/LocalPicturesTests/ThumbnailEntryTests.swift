import Foundation
import Raster
import TestSupport
import Testing

@testable import LocalPictures

/// Entries of the thumbnail store; other programs may have written any byte of them.
struct ThumbnailEntryTests {
  private static var entry: ThumbnailEntry? {
    var info = PictureInfo(size: PixelSize(width: 4_000, height: 3_000))
    info.bytes = 5_000_000
    info.frameCount = 3
    info.format = "JPEG"
    info.takenAt = "2021-07-04 12:34:56"
    info.camera = "Maker R1"
    return ThumbnailEntry(copy: Data(1...200), info: info)
  }

  @Test func `an entry says what was put into it`() throws {
    let entry = try #require(Self.entry)
    let again = try #require(ThumbnailEntry(entry.encoded()))
    #expect(again.copy == entry.copy && again.size == entry.size && again.info == entry.info)
    #expect(ThumbnailEntry(copy: Data([1]), info: PictureInfo()) == nil)
  }

  @Test(arguments: 1...4) func `wrong and missing bytes never trap`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let whole = Array(try #require(Self.entry).encoded())
    for count in whole.indices { _ = ThumbnailEntry(Data(whole[..<count])) }
    for _ in 0..<3_000 {
      var bytes = whole
      // Most changes are in the first bytes, which have lengths and sizes.
      let head = Bool.random(using: &random) ? 36 : bytes.count
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<head, using: &random)] =
          [0, 1, 0x7F, 0xFF, .random(in: 0...255, using: &random)].randomElement(using: &random)
          ?? 0
      }
      bytes.removeLast(
        Bool.random(using: &random) ? 0 : .random(in: 0...bytes.count, using: &random))
      // A slice counts from elsewhere, as one that the store hands out.
      guard let entry = ThumbnailEntry((Data([7]) + bytes).dropFirst()) else { continue }
      #expect(1...65_535 ~= entry.size.width && 1...65_535 ~= entry.size.height)
      #expect(entry.copy.count <= bytes.count - 8)
    }
  }
}
