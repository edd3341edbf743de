import NIOHTTP1
import Raster
import Testing

@testable import PlaceholderServer

@Suite struct PictureTests {
  private func request(_ size: PixelSize, _ query: String) throws -> PictureRequest {
    try PictureRequest(size: size, query: Query(query[...]))
  }

  private static let sizes = [
    (1, 1), (7, 5), (24, 16), (32, 24), (320, 240), (800, 240), (4096, 3),
  ]
  .map { PixelSize(width: $0.0, height: $0.1) }

  @Test(arguments: sizes) func `a PNG decodes to exactly the size and pixels drawn`(
    size: PixelSize
  ) throws {
    let request = try request(size, "text=food%207")
    let picture = try #require(DecodedPicture(png: try request.bytes()))
    #expect(picture.size == size)
    #expect(picture.bytes == request.drawn().bytes)
  }

  @Test(arguments: sizes) func `a JPEG decodes to exactly the size asked for`(
    size: PixelSize
  ) throws {
    let file = try request(size, "text=food%207&format=jpeg").bytes()
    #expect(DecodedPicture(jpeg: file)?.size == size)
  }

  @Test func `a JPEG shows the same picture as a PNG`() throws {
    let size = PixelSize(width: 64, height: 48)
    let file = try request(size, "bg=204080&text=&format=jpeg").bytes()
    let picture = try #require(DecodedPicture(jpeg: file))
    let pixel = picture[32, 24]
    #expect(abs(Int(pixel.red) - 0x20) < 4)
    #expect(abs(Int(pixel.green) - 0x40) < 4)
    #expect(abs(Int(pixel.blue) - 0x80) < 4)
  }

  @Test(arguments: ["text=food%2042", "text=food%2042&format=jpeg", "bg=fff", ""])
  func `the same request gives the same bytes and the same tag`(query: String) throws {
    let size = PixelSize(width: 120, height: 90)
    let first = try request(size, query)
    let second = try request(size, query)
    #expect(try first.bytes() == second.bytes())
    #expect(first.entityTag == second.entityTag)
  }

  @Test func `a change of the bytes changes the tag`() throws {
    let size = PixelSize(width: 120, height: 90)
    let queries = ["", "text=a", "text=b", "bg=000", "fg=000", "bg=000&fg=000", "format=jpeg"]
    let requests = try queries.map { try request(size, $0) }
    let others = [try request(PixelSize(width: 90, height: 120), "")]
    #expect(Set((requests + others).map(\.entityTag)).count == queries.count + 1)
    #expect(try Set((requests + others).map { try $0.bytes() }).count == queries.count + 1)
  }

  @Test func `a color asked for is the color drawn`() throws {
    let size = PixelSize(width: 60, height: 30)
    let picture = try request(size, "text=I&bg=123&fg=FEDCBA").drawn()
    let pixels = Set(
      stride(from: 0, to: picture.bytes.count, by: 3).map { Array(picture.bytes[$0..<$0 + 3]) })
    #expect(pixels == [[0x11, 0x22, 0x33], [0xFE, 0xDC, 0xBA]])
  }

  @Test func `a caption stands out from a light and from a dark background`() {
    #expect(Color(rawValue: 0xFFEE00).contrasting == Color(rawValue: 0x111111))
    #expect(Color(rawValue: 0x000080).contrasting == Color(rawValue: 0xF5F5F5))
  }

  @Test func `a series of captions gives a series of colors`() throws {
    let size = PixelSize(width: 24, height: 16)
    let corners = try (0..<100).map { try request(size, "text=food%20\($0)").drawn().bytes[..<3] }
    #expect(Set(corners).count > 80)
  }

  @Test func `drawing outside a canvas changes nothing and does not trap`() {
    var canvas = PictureCanvas(size: PixelSize(width: 3, height: 2))
    let white = Color(rawValue: 0xFFFFFF)
    canvas.fill(columns: -9..<0, rows: 0..<2, with: white)
    canvas.fill(columns: 3..<9, rows: -4..<9, with: white)
    canvas.fill(columns: 0..<3, rows: 2..<Int.max, with: white)
    #expect(canvas.bytes.allSatisfy { $0 == 0 })
    canvas.fill(columns: Int.min..<1, rows: 1..<Int.max, with: white)
    #expect(canvas.bytes == [0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0])
  }
}
