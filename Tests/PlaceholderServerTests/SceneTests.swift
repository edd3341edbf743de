import Raster
import Testing

@testable import PlaceholderServer

/// The demo's landscapes.
@Suite struct SceneTests {
  private func pixels(of number: Int, _ width: Int, _ height: Int) -> [UInt8] {
    let size = PixelSize(width: width, height: height)
    var canvas = PictureCanvas(size: size)
    ScenePainter(Scene(number: number), in: size).draw(on: &canvas)
    return canvas.bytes
  }

  @Test func `a number gives the same scene every time`() {
    for number in [0, 1, 99, 9_999_999] {
      #expect(Scene(number: number) == Scene(number: number))
      #expect(pixels(of: number, 24, 16) == pixels(of: number, 24, 16))
    }
  }

  @Test func `hardly two of a hundred scenes look alike, even in 8x8 pixels`() {
    #expect(Set((0..<100).map { pixels(of: $0, 8, 8) }).count > 95)
    #expect(Set((0..<100).map { pixels(of: $0, 60, 40) }).count == 100)
  }

  @Test func `every subject comes once in eight neighbors`() {
    for start in stride(from: 0, to: 800, by: 8) {
      #expect(Set((start..<start + 8).map { Scene(number: $0).subject }).count == 8)
    }
  }

  @Test func `northern lights are seen at night only`() {
    let lights = (0..<1_000).map { Scene(number: $0) }.filter { $0.subject == .aurora }
    #expect(lights.allSatisfy { $0.light == .night && $0.caption.hasSuffix(", night") })
  }

  @Test(arguments: [(1, 1), (1, 40), (40, 1), (3, 200), (512, 3)])
  func `a scene can be drawn in any size`(width: Int, height: Int) {
    for number in 0..<40 {
      #expect(pixels(of: number, width, height).count == 3 * width * height)
    }
  }

  @Test func `a scene is asked for by its number, and has a tag of its own`() throws {
    func request(_ query: String) throws -> PictureRequest {
      try PictureRequest(size: PixelSize(width: 24, height: 16), query: Query(query[...]))
    }
    #expect(try request("scene=7").drawn().bytes == pixels(of: 7, 24, 16))
    #expect(try request("scene=7").entityTag != request("scene=8").entityTag)
    #expect(try request("scene=7").entityTag != request("text=7").entityTag)
    for value in ["-1", "x", "2147483648", ""] {
      #expect(throws: Refusal.self) { try request("scene=\(value)") }
    }
  }

  @Test func `numbers beyond the range are those at its ends`() {
    #expect(Scene(number: .min) == Scene(number: 0))
    #expect(Scene(number: .max) == Scene(number: Scene.numbers.upperBound))
  }
}
