import DecodingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite(.timeLimit(.minutes(1))) struct PictureBeginningTests {
  private func maker(_ side: Int) -> StandInMaker {
    StandInMaker(
      target: ImageTarget(size: PixelSize(width: side, height: side)), limits: DecodeLimits(),
      isHurried: true)
  }

  private func beginning(
    _ bytes: some Collection<UInt8>, of whole: Int, side: Int
  ) -> PictureBeginning {
    Array(bytes).withUnsafeBytes {
      maker(side).beginning($0, of: whole, isCancelled: { false })
    }
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
    #expect(image.size == whole.size && !image.endsEarly)
    #expect(meanDifference(image, whole) < 4)
    let part = beginning(file[..<(needed + 2)], of: file.count, side: side)
    guard case .shows(let again, needed) = part else {
      Issue.record("its beginning does not")
      return
    }
    #expect(again == image)
    let known = file.withUnsafeBytes { maker(side).neededBytes(of: $0) }
    #expect(known == needed)
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
      case .needs(let bytes): #expect(bytes > count && bytes < file.count)
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

  /// The first scan's header: a count of components, their tables, then which part of them it has.
  private func changingFirstScan(
    _ file: [UInt8], _ change: (_ scan: inout [UInt8]) -> Void
  ) throws -> [UInt8] {
    var offset = 2
    while file[offset + 1] != 0xDA {
      offset += 2 + Int(file[offset + 2]) << 8 + Int(file[offset + 3])
    }
    let count = Int(file[offset + 2]) << 8 + Int(file[offset + 3])
    var scan = Array(file[(offset + 4)..<(offset + 2 + count)])
    change(&scan)
    return Array(file[..<(offset + 4)]) + scan + file[(offset + 2 + count)...]
  }

  @Test(arguments: [0x02, 0x03, 0x12] as [UInt8])
  func `means that lack more than a bit do not do`(bits: UInt8) throws {
    let file = try changingFirstScan(Fixture("Photos/progressive.jpg").bytes) { scan in
      scan[scan.count - 1] = bits
    }
    guard case .needsWhole = beginning(file, of: file.count, side: 8) else {
      Issue.record("they do")
      return
    }
  }

  @Test func `a scan of more than the means is not taken for them`() throws {
    let file = try changingFirstScan(Fixture("Photos/progressive.jpg").bytes) { scan in
      scan[scan.count - 2] = 5
    }
    guard case .needsWhole = beginning(file, of: file.count, side: 8) else {
      Issue.record("it is")
      return
    }
  }

  /// A camera's file: 64x32 pixels in its thumbnail.
  private func photo(_ width: Int, _ height: Int) throws -> [UInt8] {
    let thumbnail = try Fixture("baseline.jpg").bytes
    var sketch = ExifSketch()
    sketch.thumbnail = thumbnail
    return thumbnail.claiming(width, height).withExif(sketch)
  }

  @Test func `a thumbnail shows nothing of the picture for certain`() throws {
    let file = try photo(4_000, 2_000)
    guard case .needsWhole = beginning(file, of: 9_000_000, side: 40) else {
      Issue.record("it does")
      return
    }
    #expect(file.withUnsafeBytes { maker(40).neededBytes(of: $0) } == nil)
  }

  @Test(arguments: 1...4) func `wrong and missing bytes never trap, nor need more than all`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let files = [
      try Fixture("Photos/progressive.jpg").bytes, try Fixture("progressive.jpg").bytes,
      try photo(4_000, 2_000),
    ]
    for turn in 0..<300 {
      let file = files[turn % files.count]
      // Most of the damage where the lengths are.
      let head = turn.isMultiple(of: 2) ? min(file.count, 700) : file.count
      var bytes = Array(file[..<head]).mutated(using: &random) + file[head...]
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      }
      let side = Int.random(in: 4...40, using: &random)
      switch beginning(bytes, of: file.count, side: side) {
      case .shows(let image, let end):
        #expect(end <= bytes.count && max(image.size.width, image.size.height) <= side)
      case .needs(let needed): #expect(bytes.count < needed && needed < file.count)
      case .needsWhole: break
      }
      let needed = bytes.withUnsafeBytes { maker(side).neededBytes(of: $0) }
      #expect(needed.map { $0 <= bytes.count } != false)
    }
  }

  @Test func `a header that has not come is waited for, unless it is too long`() throws {
    let file = try photo(4_000, 2_000)
    guard case .needs(let bytes) = beginning(file[..<100], of: 9_000_000, side: 40) else {
      Issue.record("it is not")
      return
    }
    #expect(bytes > 100 && bytes < 64 << 10)
    guard case .needsWhole = beginning(file[..<100], of: 200, side: 40),
      case .needsWhole = beginning([1, 2, 3], of: 9_000, side: 40)
    else {
      Issue.record("it is")
      return
    }
  }
}
