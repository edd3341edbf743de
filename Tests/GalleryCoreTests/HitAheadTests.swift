import Prefetching
import TestSupport
import Testing

@testable import GalleryCore

/// The next hit of a search, which is prefetched.
@Suite struct HitAheadTests {
  @Test(arguments: UInt64(0)..<20)
  func `the hit that is expected is the one that going on finds`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var captions = Array(
      repeating: "hay", count: .random(in: 1...(2 * Finder.slice), using: &random))
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      captions[.random(in: captions.indices, using: &random)] = "Needle"
    }
    var desk = FinderDesk(captions)
    desk.search("needle")
    for _ in 0..<6 {
      desk.settle()
      let expected = desk.expectedHit()
      desk.find(desk.direction)
      desk.settle()
      #expect(expected == desk.selection)
      desk.direction = Bool.random(using: &random) ? .forward : .backward
      desk.find(desk.direction)
    }
  }

  @Test
  func `no hit is expected from an item that is none, after a change, and beyond a few slices`() {
    var desk = FinderDesk(["a", "b", "a"])
    desk.search("a")
    #expect(desk.selection == 2 && desk.expectedHit() == 0)
    desk.selection = 1
    #expect(desk.expectedHit() == nil)
    desk.selection = 2
    desk.finder.apply(nil)
    #expect(desk.expectedHit() == nil)
    var far = FinderDesk(
      ["needle"] + Array(repeating: "hay", count: SearchHits.mostItems + Finder.slice))
    far.captions.texts[far.captions.texts.count - 1] = "needle"
    far.search("needle")
    far.settle()
    far.find(.forward)
    #expect(far.selection == 0 && far.expectedHit() == nil)
  }
}
