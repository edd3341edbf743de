import FoundationEssentials
import GalleryItems
import Prefetching
import TestSupport
import Testing

/// Searches of sources against a look at every caption.
package enum CaptionSearch {
  private static let letters = Array("abcAB01 ._-%é")

  /// A word of few characters, so that random words match.
  package static func word(_ counts: ClosedRange<Int>, _ random: inout SeededRandom) -> String {
    String(
      (0..<Int.random(in: counts, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? "a"
      })
  }

  /// Compares searches for random texts, in random ranges and both directions.
  package static func check(
    _ items: some ItemSnapshot, for queries: Int, _ random: inout SeededRandom
  ) {
    let captions = (0..<items.numberOfSections).flatMap { section in
      (0..<items.numberOfItems(inSection: section)).map { items.item(at: [section, $0]).caption }
    }
    for _ in 0..<queries {
      let part = captions.randomElement(using: &random).map { String($0.suffix(4)) } ?? ""
      let query = CaptionQuery(Bool.random(using: &random) ? part : word(1...3, &random))
      let ends = [0, 1].map { _ in Int.random(in: 0...captions.count, using: &random) }
      let places = (ends.min() ?? 0)..<(ends.max() ?? 0)
      for direction in [ScrollDirection.forward, .backward] {
        let expected = places.first(direction) { query.matches(captions[$0]) }
        #expect(
          items.firstMatch(of: query, in: places, direction) == expected,
          "“\(query.text)” in \(places), \(direction)")
      }
    }
  }
}
