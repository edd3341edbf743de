import Prefetching
import Testing

/// The tracker as tables: steps on the left, answers on the right.
@Suite struct TrackerTranscriptTests {
  private func check(
    _ transcript: Transcript, _ table: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var transcript = transcript
    #expect(transcript.replay(table) == table, sourceLocation: sourceLocation)
  }

  @Test func `a list, line by line to its end and back`() {
    check(
      Transcript(length: 4, items: 20),
      """
      0: load 0-3, prefetch 4-7
      0: -
      1: load 4, cancel 0
      2: load 5, prefetch 8-9, cancel 1
      3: load 6, cancel 2
      4: load 7, prefetch 10-11, cancel 3
      16: load 16-19, cancel 4-11
      15: load 15
      14: load 14, prefetch 13-10, cancel 18-19
      13: load 13, cancel 17
      14: load 17
      15: load 18
      16: load 19, cancel 10-15
      0: load 0-3, cancel 16-19
      1: load 4
      2: load 5, prefetch 6-9, cancel 0-1
      """)
  }

  @Test func `a grid, whose lines are part visible at both edges`() {
    check(
      Transcript(length: 4, items: 20, perLine: 3, line: 2),
      """
      0: load 0-5, prefetch 6-11
      1: load 6-8
      2: prefetch 12-14, cancel 0-2
      10: load 15-19, cancel 3-14
      7: load 9-14, prefetch 8-3, cancel 18-19
      2: load 3-8, prefetch 2-0, cancel 9-17
      """)
  }

  @Test func `pages forward promote prefetched items`() {
    check(
      Transcript(length: 4, items: 14),
      """
      0: load 0-3, prefetch 4-7
      4: load 4-7, prefetch 8-11, cancel 0-3
      8: load 8-11, prefetch 12-13, cancel 4-7
      10: load 12-13, cancel 8-9
      """)
  }

  @Test func `resizes and new arrangements count at once`() {
    check(
      Transcript(length: 4, items: 20),
      """
      0: load 0-3, prefetch 4-7
      length 6: load 4-5, prefetch 8-11
      length 3: cancel 6-11
      length 0: cancel 0-5
      length 4: load 0-3, prefetch 4-7
      8: load 8-11, prefetch 12-15, cancel 0-7
      per-line 2: load 16-19, cancel 8-15
      4: load 8-15, prefetch 7-0, cancel 16-19
      line 2: load 4-7, cancel 8-15
      """)
  }

  @Test func `items come and go at the end`() {
    check(
      Transcript(length: 4, items: 6),
      """
      0: load 0-3, prefetch 4-5
      items 9: prefetch 6-7
      items 3: cancel 3-7
      items 0: cancel 0-2
      items 20: load 0-3, prefetch 4-7
      16: load 16-19, cancel 0-7
      items 18: cancel 18-19
      14: load 14-15, prefetch 13-10
      items 16: cancel 16-17
      """)
  }

  @Test func `prefetching off, on, and another policy`() {
    check(
      Transcript(length: 4, items: 20),
      """
      off: -
      0: load 0-3
      on: prefetch 4-7
      on: -
      1: load 4, cancel 0
      off: cancel 5-7
      2: load 5, cancel 1
      on: prefetch 6-9
      policy off: cancel 6-9
      policy static: prefetch 6-9
      policy static: -
      8: load 8-11, prefetch 12-15, cancel 2-7
      """)
  }

  @Test func `stopping forgets everything, and the next update starts anew`() {
    check(
      Transcript(length: 4, items: 20),
      """
      8: load 8-11, prefetch 12-15
      6: load 6-7, prefetch 5-2, cancel 10-15
      stop: cancel 2-9
      stop: -
      off: -
      on: -
      reload 7: -
      6: load 6-9, prefetch 10-13
      """)
  }

  @Test func `reloaded items are given out again if they are wanted`() {
    check(
      Transcript(length: 4, items: 20),
      """
      8: load 8-11, prefetch 12-15
      reload 14 9 14 3 12 99 -1: load 9, prefetch 12 14
      6: load 6-7, prefetch 5-2, cancel 10-15
      reload 3 5 8 10: load 8, prefetch 5 3
      reload: -
      """)
  }

  @Test func `the side ahead comes before the side behind, each from the viewport outwards`() {
    struct BothSides: PrefetchPolicy {
      let name = "both"
      func window(for position: ScrollPosition) -> Range<Int>? {
        position.viewport.offset - 2..<position.viewport.range.upperBound + 4
      }
    }
    check(
      Transcript(length: 4, items: 20, policy: BothSides()),
      """
      8: load 8-11, prefetch 12-15 7-6
      15: load 15-18, prefetch 19, cancel 6-12
      4: load 4-7, prefetch 3-2 8-11, cancel 13-19
      """)
  }

  @Test func `a policy that never decides has no window`() {
    struct Undecided: PrefetchPolicy {
      let name = "undecided"
      func window(for position: ScrollPosition) -> Range<Int>? { nil }
    }
    check(
      Transcript(length: 4, items: 20, policy: Undecided()),
      """
      0: load 0-3
      3: load 4-6, cancel 0-2
      """)
  }

  @Test func `a place outside the content shows nothing`() {
    check(
      Transcript(length: 4, items: 6),
      """
      \(Int.max): -
      \(Int.min): -
      100: -
      0: load 0-3
      -100: cancel 0-3
      """)
  }
}
