import SourceItems
import Testing

@Suite struct NearestNameTests {
  private static let options = [
    "sort", "list", "size", "memory-limit", "graphics", "colors", "fps",
  ]

  @Test(arguments: [
    ("sotr", "sort"), ("srot", "sort"), ("lits", "list"), ("grafics", "graphics"),
    ("color", "colors"), ("collors", "colors"), ("SIZE", "size"), ("mem", "memory-limit"),
  ])
  func `swapped, missing, added and replaced letters are forgiven, and an end left out`(
    typed: String, meant: String
  ) {
    #expect(NearestName.nearest(to: typed, among: Self.options) == meant)
  }

  @Test(arguments: ["", "s", "xyz", "photos", "sst", "memorable-limits"])
  func `a text that is like no name has none`(typed: String) {
    #expect(NearestName.nearest(to: typed, among: Self.options) == nil)
  }

  @Test func `a beginning of several names means none of them`() {
    #expect(NearestName.nearest(to: "no-", among: ["no-watch", "no-video"]) == nil)
  }

  @Test func `a swap is one edit, so it is nearer than two replaced letters`() {
    #expect(NearestName.nearest(to: "photso", among: ["phobos", "photos"]) == "photos")
  }

  @Test func `a name is never its own correction`() {
    #expect(NearestName.nearest(to: "a.png", among: ["a.png"]) == nil)
  }
}
