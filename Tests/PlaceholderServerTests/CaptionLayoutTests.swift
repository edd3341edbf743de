import Raster
import SimulationModels
import Testing

@testable import PlaceholderServer

@Suite struct CaptionLayoutTests {
  private func layout(_ caption: String, _ width: Int, _ height: Int) -> CaptionLayout {
    CaptionLayout(caption, in: PixelSize(width: width, height: height))
  }

  @Test(arguments: [
    // A caption that fits is complete, in as many lines as make it largest.
    ("food 12", 24, 16, ["food", "12"], 1),
    ("food 12", 32, 24, ["food", "12"], 1),
    ("food 7", 800, 240, ["food 7"], 21),
    ("food 7", 240, 240, ["food", "7"], 9),
    ("one two three four", 60, 200, ["one", "two", "three", "four"], 2),
    // A caption that does not fit loses its first words, then the first characters of the last one.
    ("a long tale 12", 24, 8, ["12"], 1),
    ("1024x768", 24, 16, ["1024", "x768"], 1),
    ("picture12345", 24, 8, ["2345"], 1),
    // An empty caption, and a picture without pixels for it.
    ("", 100, 100, [], 1),
    ("   ", 100, 100, [], 1),
    ("food", 4, 4, [], 1),
    ("food", 1, 4096, [], 1),
    ("food", 4096, 1, [], 1),
  ])
  func `a caption is set as large and as complete as possible`(
    caption: String, width: Int, height: Int, lines: [String], scale: Int
  ) {
    let layout = layout(caption, width, height)
    #expect(layout.lines == lines)
    #expect(layout.scale == scale)
  }

  @Test func `no layout is larger than its picture`() {
    var random = SeededGenerator(text: "layouts")
    for _ in 0..<2_000 {
      let width = Int.random(in: 1...200, using: &random)
      let height = Int.random(in: 1...200, using: &random)
      let count = Int.random(in: 0...30, using: &random)
      let caption = String((0..<count).map { _ in "ab ".randomElement(using: &random) ?? " " })
      let layout = layout(caption, width, height)
      let longest = layout.lines.map(\.count).max() ?? 0
      #expect(longest == 0 || (longest * 6 - 1) * layout.scale <= width)
      #expect(layout.lines.isEmpty || (layout.lines.count * 8 - 1) * layout.scale <= height)
    }
  }

  @Test func `a large caption fills most of the width`() {
    for index in [0, 7, 42, 99, 1_234] {
      let caption = "food \(index)"
      let layout = layout(caption, 800, 240)
      let share = Double((caption.count * 6 - 1) * layout.scale) / 800
      #expect(layout.lines == [caption])
      #expect(0.85...0.97 ~= share)
    }
  }
}
