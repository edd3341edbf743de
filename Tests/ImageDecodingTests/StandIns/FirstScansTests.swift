import DecodingTestSupport
import FoundationEssentials
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite(.timeLimit(.minutes(1))) struct FirstScansTests {
  private func target(_ side: Int) -> ImageTarget {
    ImageTarget(size: PixelSize(width: side, height: side))
  }

  private func scans(in bytes: some Collection<UInt8>) -> FirstScans {
    var scans = FirstScans()
    Array(bytes).withUnsafeBytes { scans.find(in: $0) }
    return scans
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
  func `the first scans of a progressive picture show an eighth of it`(name: String) throws {
    let bytes = try Fixture(name).bytes
    let size = try #require(bytes.withUnsafeBytes { JPEGHeader($0)?.size })
    let side = max(size.width, size.height) / 10
    let file = try #require(scans(in: bytes).file(in: Data(bytes), for: target(side)))
    #expect(file.count < bytes.count)
    let image = try Array(file).decoded(to: PixelSize(width: side, height: side))
    let whole = try bytes.decoded(to: PixelSize(width: side, height: side))
    #expect(image.size == whole.size && !image.endsEarly)
    #expect(meanDifference(image, whole) < 4)
    #expect(file.withUnsafeBytes { FirstScans.areAll(of: $0) })
    #expect(!bytes.withUnsafeBytes { FirstScans.areAll(of: $0) })
  }

  @Test func `their end is known once the next marker is there, in pieces of any size`() throws {
    let bytes = try Fixture("Photos/progressive.jpg").bytes
    let end = try #require(scans(in: bytes).end)
    for piece in [1, 97, 4_096] {
      var scans = FirstScans()
      for count in stride(from: piece, through: bytes.count, by: piece) {
        bytes[..<count].withUnsafeBytes { scans.find(in: $0) }
        #expect((scans.end == nil) == (count < end + 2))
        if let found = scans.end {
          #expect(found == end)
          break
        }
      }
      #expect(scans.end == end)
    }
  }

  @Test func `more pixels than an eighth, and a baseline picture, have none that do`() throws {
    let progressive = try Fixture("progressive.jpg").bytes
    #expect(scans(in: progressive).file(in: Data(progressive), for: target(40)) == nil)
    #expect(scans(in: try Fixture("baseline.jpg").bytes).end == nil)
    #expect(scans(in: [1, 2, 3, 4]).end == nil)
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
    #expect(scans(in: file).end == nil)
  }

  @Test func `a scan of more than the means is not taken for them`() throws {
    let file = try changingFirstScan(Fixture("Photos/progressive.jpg").bytes) { scan in
      scan[scan.count - 2] = 5
    }
    #expect(scans(in: file).end == nil)
  }

  @Test(arguments: 1...4) func `wrong and missing bytes never trap`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let files = [
      try Fixture("Photos/progressive.jpg").bytes, try Fixture("progressive.jpg").bytes,
    ]
    for turn in 0..<300 {
      let file = files[turn % files.count]
      // Most of the damage where the lengths are.
      let head = turn.isMultiple(of: 2) ? min(file.count, 700) : file.count
      var bytes = Array(file[..<head]).mutated(using: &random) + file[head...]
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      }
      let scans = scans(in: bytes)
      #expect(scans.end.map { $0 <= bytes.count } != false)
      let side = Int.random(in: 4...40, using: &random)
      guard let file = scans.file(in: Data(bytes), for: target(side)) else { continue }
      let image = try? Array(file).decoded(to: PixelSize(width: side, height: side))
      #expect(image.map { max($0.size.width, $0.size.height) <= side } != false)
    }
  }
}
