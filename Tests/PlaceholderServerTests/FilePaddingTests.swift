import Raster
import Testing

@testable import PlaceholderServer

@Suite struct FilePaddingTests {
  private func file(_ query: String) throws -> [UInt8] {
    try PictureRequest(size: PixelSize(width: 64, height: 48), query: Query(query[...])).bytes()
  }

  private static let lengths = [
    0, 1, 100, 65_535, 65_536, 65_537, 65_539, 65_540, 65_548, 131_072, 131_075, 500_000,
  ]

  @Test(arguments: lengths) func `a PNG of any length shows the same`(beyond: Int) throws {
    let plain = try file("text=a")
    let padded = try file("text=a&bytes=\(plain.count + 12 + beyond)")
    #expect(padded.count == plain.count + 12 + beyond)
    #expect(DecodedPicture(png: padded)?.bytes == DecodedPicture(png: plain)?.bytes)
    #expect(DecodedPicture(png: padded) != nil)
  }

  @Test(arguments: lengths) func `a JPEG of any length shows the same`(beyond: Int) throws {
    let plain = try file("text=a&format=jpeg")
    let padded = try file("text=a&format=jpeg&bytes=\(plain.count + 4 + beyond)")
    #expect(padded.count == plain.count + 4 + beyond)
    #expect(DecodedPicture(jpeg: padded)?.bytes == DecodedPicture(jpeg: plain)?.bytes)
    #expect(DecodedPicture(jpeg: padded) != nil)
  }

  @Test func `a progressive JPEG is padded after its first scan`() throws {
    let plain = try file("text=a&format=progressive")
    let end = try #require(JPEGSegment.firstScan(in: plain)?.endOfScan(in: plain))
    for beyond in [4, 5, 9_000, 12_001, 500_000] {
      let padded = try file("text=a&format=progressive&bytes=\(plain.count + beyond)")
      #expect(padded.prefix(end) == plain.prefix(end))
      #expect(padded.count == plain.count + beyond)
      #expect(DecodedPicture(jpeg: padded)?.bytes == DecodedPicture(jpeg: plain)?.bytes)
    }
    #expect(DecodedPicture(jpeg: plain) != nil)
  }

  @Test(arguments: [("png", 11), ("jpeg", 3)])
  func `a picture too little shorter stays unpadded`(format: String, beyond: Int) throws {
    let plain = try file("text=a&format=\(format)")
    for bytes in [1, plain.count - 1, plain.count, plain.count + beyond] {
      #expect(try file("text=a&format=\(format)&bytes=\(bytes)") == plain)
    }
  }

  @Test(arguments: PictureFormat.allCases.map(\.rawValue))
  func `the longest file is as long as was asked for`(format: String) throws {
    #expect(try file("format=\(format)&bytes=16777216").count == 16_777_216)
  }

  @Test func `a length makes another tag and is the same each time`() throws {
    let size = PixelSize(width: 64, height: 48)
    let queries = ["", "bytes=9000", "bytes=9001", "text=9000%2064x48", "text=-%209000%2064x48"]
    let tags = try queries.map { try PictureRequest(size: size, query: Query($0[...])).entityTag }
    #expect(Set(tags).count == queries.count)
    #expect(try file("bytes=9000") == file("bytes=9000"))
  }

  @Test func `a PNG's padding has the checksum of the specification`() throws {
    let plain = try file("text=a")
    let padded = try file("text=a&bytes=\(plain.count + 12)")
    // CRC-32 of the four letters, by another implementation.
    #expect(padded[33..<45] == [0, 0, 0, 0] + "fiLl".utf8 + [0x60, 0xC7, 0xAA, 0x16])
  }
}
