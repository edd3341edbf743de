import DecodingTestSupport
import ImageDecoding
import Raster
import Testing

/// Pictures from the first part of a file while the rest is being received.
@Suite(.timeLimit(.minutes(1))) struct PartialPictureTests {
  static let percents = Array(stride(from: 5, through: 95, by: 10))
  static let targets = [PixelSize(width: 240, height: 180), PixelSize(width: 24, height: 18)]

  @Test(arguments: ["baseline.jpg", "color.png", "lossy.webp"], targets)
  func `the first part of a file shows the upper rows`(name: String, target: PixelSize) throws {
    let bytes = try Fixture("Photos/" + name).bytes
    let whole = try bytes.decoded(to: target)
    var lastCount = 0
    for percent in Self.percents {
      guard let part = try? bytes.prefix(percent: percent).decoded(to: target) else {
        #expect(lastCount == 0)
        continue
      }
      #expect(part.size == whole.size)
      let count = part.opaqueRows
      #expect(count >= lastCount)
      // One row at the edge may be there in part, and lend its absence to the one above.
      let sure = max(0, count - 1) * part.size.width
      let isRight = part.pixels.prefix(sure) == whole.pixels.prefix(sure)
      let isClear = part.pixels.dropFirst((count + 1) * part.size.width).allSatisfy { $0 == 0 }
      #expect(isRight && isClear, "\(percent) %, \(count) rows")
      lastCount = count
    }
    #expect(lastCount >= whole.size.height * 3 / 4)
  }

  @Test(arguments: ["baseline.jpg", "color.png", "lossy.webp"], targets)
  func `a picture says whether its file ends early`(name: String, target: PixelSize) throws {
    let bytes = try Fixture("Photos/" + name).bytes
    #expect(try !bytes.decoded(to: target).endsEarly)
    #expect(try bytes.prefix(percent: 55).decoded(to: target).endsEarly)
  }

  @Test(arguments: ["progressive.jpg", "interlaced.png", "interlaced.gif"])
  func `a picture of which only detail is missing says so`(name: String) throws {
    let bytes = try Fixture("Photos/" + name).bytes
    let target = Self.targets[0]
    #expect(try !bytes.decoded(to: target).endsEarly)
    for percent in [75, 90] {
      #expect(try bytes.prefix(percent: percent).decoded(to: target).endsEarly, "\(percent) %")
    }
  }

  @Test func `a progressive JPEG without its end marker, or whose details are not seen, is whole`()
    throws
  {
    let bytes = try Fixture("Photos/progressive.jpg").bytes
    #expect(try !Array(bytes.dropLast(2)).decoded(to: Self.targets[0]).endsEarly)
    // at an eighth nothing but the mean of each block is looked at, and those come first
    #expect(try !bytes.prefix(percent: 90).decoded(to: Self.targets[1]).endsEarly)
  }

  @Test(arguments: targets)
  func `the first part of a baseline JPEG shows its share of rows`(target: PixelSize) throws {
    let bytes = try Fixture("Photos/baseline.jpg").bytes
    for percent in Self.percents.dropFirst() {
      let part = try bytes.prefix(percent: percent).decoded(to: target)
      let share = part.opaqueRows * 100 / part.size.height
      #expect(percent - 15...percent + 10 ~= share, "\(percent) %: \(share) % of the rows")
    }
  }

  @Test(arguments: targets)
  func `the first part of a progressive JPEG shows all of it coarsely`(target: PixelSize) throws {
    let bytes = try Fixture("Photos/progressive.jpg").bytes
    let whole = try bytes.decoded(to: target)
    var lastError = Double.infinity
    for percent in Self.percents.dropFirst(2) {
      let part = try bytes.prefix(percent: percent).decoded(to: target)
      #expect(part.opaqueRows == whole.size.height)
      let error = part.error(against: whole)
      #expect(error <= lastError * 1.05, "\(percent) %: \(error) after \(lastError)")
      #expect(error < 12)
      lastError = error
    }
    #expect(lastError < 1)
  }

  @Test func `at an eighth, a progressive JPEG looks as if all its scans had been read`() throws {
    let target = PixelSize(width: 30, height: 22)
    let progressive = try Fixture("Photos/progressive.jpg").bytes.decoded(to: target)
    // The same coefficients, in one scan.
    let baseline = try Fixture("Photos/baseline.jpg").bytes.decoded(to: target)
    #expect(progressive == baseline)
  }
}

extension [UInt8] {
  fileprivate func prefix(percent: Int) -> [UInt8] { Array(prefix(count * percent / 100)) }
}

extension PixelImage {
  /// Rows from the top without a transparent pixel.
  fileprivate var opaqueRows: Int {
    (pixels.firstIndex { $0 >> 24 < 255 } ?? pixels.count) / size.width
  }

  /// The mean difference of a channel.
  fileprivate func error(against other: PixelImage) -> Double {
    let differences = zip(pixels, other.pixels).map { pixel, other in
      stride(from: 0, to: 24, by: 8).reduce(0) {
        $0 + abs(Int(pixel >> $1 & 255) - Int(other >> $1 & 255))
      }
    }
    return Double(differences.reduce(0, +)) / Double(3 * differences.count)
  }
}
