import DecodingTestSupport
import Foundation
import ImageDecoding
import LocalPictures
import Raster
import TestSupport
import Testing

@testable import ImageLoading
@testable import LoadPlanning

@Suite struct StandInWorkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Whether a look into a photo of some bytes at least, with a thumbnail, finds one.
  private func finds(fromAfar isFromAfar: Bool, atLeast bytes: Int = 0) throws -> Bool {
    let thumbnail = try Fixture("baseline.jpg").bytes
    var sketch = ExifSketch()
    sketch.thumbnail = thumbnail
    var photo = thumbnail.claiming(4_000, 2_000).withExif(sketch)
    photo += Array(repeating: 0, count: max(0, bytes - photo.count))
    let request = ImageRequest(
      url: try folder.file("photo.jpg", photo), targetSize: PixelSize(width: 100, height: 100))
    let work = StandInWork(request: request, bytes: nil, isHurried: true)
    // NFS, or ext4.
    let fileSystems = FileSystems { _ in isFromAfar ? 0x6969 : 0xEF53 }
    return work.preview(within: ImageLimits(), on: fileSystems) { false } != nil
  }

  @Test func `a look finds the thumbnail of a file of any size`() throws {
    #expect(try finds(fromAfar: false))
    #expect(try finds(fromAfar: false, atLeast: 100_000))
  }

  @Test func `a small file of a distant machine comes whole as soon, and is not read twice`() throws
  {
    #expect(try !finds(fromAfar: true))
    #expect(try finds(fromAfar: true, atLeast: 100_000))
  }
}
