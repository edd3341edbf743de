import DecodingTestSupport
import Raster
import Testing

@testable import ImageDecoding

@Suite struct PictureBeginningTests {
  private func beginning(
    _ bytes: some Collection<UInt8>, of whole: Int, side: Int
  ) -> PictureBeginning {
    let maker = StandInMaker(
      target: ImageTarget(size: PixelSize(width: side, height: side)), limits: DecodeLimits(),
      isHurried: true)
    return Array(bytes).withUnsafeBytes { maker.beginning($0, of: whole, isCancelled: { false }) }
  }

  /// The mean difference of the channels of two pictures of the same size.
  private func meanDifference(_ one: PixelImage, _ other: PixelImage) -> Double {
    var sum = 0
    for (first, second) in zip(one.pixels, other.pixels) {
      for shift: UInt32 in [0, 8, 16] {
        let (one, other) = (Int((first >> shift) & 255), Int((second >> shift) & 255))
        sum += abs(one - other)
      }
    }
    return Double(sum) / Double(3 * one.pixels.count)
  }

  @Test(arguments: ["Photos/progressive.jpg", "progressive.jpg"])
  func `the first scan of a progressive picture shows an eighth of it`(name: String) throws {
    let file = try Fixture(name).bytes
    let size = try #require(file.withUnsafeBytes { JPEGHeader($0)?.size })
    let side = max(size.width, size.height) / 10
    guard case .shows(let image, let needed) = beginning(file, of: file.count, side: side) else {
      Issue.record("it does not")
      return
    }
    #expect(needed < file.count)
    let whole = try file.decoded(to: PixelSize(width: side, height: side))
    #expect(image.size == whole.size)
    #expect(meanDifference(image, whole) < 4)
    let part = beginning(file[..<(needed + 2)], of: file.count, side: side)
    guard case .shows(let again, needed) = part else {
      Issue.record("its beginning does not")
      return
    }
    #expect(again == image)
  }

  @Test func `before it is all there, a beginning says how much is needed, never less`() throws {
    let file = try Fixture("Photos/progressive.jpg").bytes
    guard case .shows(_, let end) = beginning(file, of: file.count, side: 8) else {
      Issue.record("the whole shows nothing")
      return
    }
    for count in stride(from: 0, to: end, by: 97) {
      switch beginning(file[..<count], of: file.count, side: 8) {
      case .shows: Issue.record("\(count) bytes show it already")
      case .needs(let bytes): #expect(bytes > count)
      case .needsWhole: break
      }
    }
  }

  @Test func `more pixels than an eighth, and a baseline picture, need the whole`() throws {
    for (name, side) in [("progressive.jpg", 40), ("baseline.jpg", 4)] {
      let file = try Fixture(name).bytes
      guard case .needsWhole = beginning(file, of: file.count, side: side) else {
        Issue.record("\(name) does not")
        continue
      }
    }
  }
}
