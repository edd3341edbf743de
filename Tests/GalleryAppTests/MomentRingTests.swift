import Dispatch
import FramePacing
import Testing

@testable import GalleryApp

@Suite(.timeLimit(.minutes(1))) struct MomentRingTests {
  @Test func `elements are taken in order, and a full ring takes no more`() {
    let ring = MomentRing<Int>(capacity: 3)
    for round in 0..<4 {
      #expect(ring.isEmpty && ring.take() == nil)
      for number in 0..<3 { #expect(ring.append(round + number)) }
      #expect(!ring.append(99))
      for number in 0..<3 { #expect(ring.take() == round + number) }
    }
  }

  @Test func `a ring keeps what waits in it, and nothing longer`() {
    final class Value: Sendable {}
    weak var taken: Value?
    weak var left: Value?
    do {
      let ring = MomentRing<Value>(capacity: 2)
      do {
        let values = (Value(), Value())
        (taken, left) = values
        #expect(ring.append(values.0) && ring.append(values.1))
      }
      #expect(taken != nil && left != nil)
      #expect(ring.take() === taken)
      #expect(taken == nil && left != nil)
    }
    #expect(left == nil)
  }

  @Test func `a frame has its place in the ring, and not behind a pointer`() {
    #expect(MemoryLayout<SessionMoment>.size >= MemoryLayout<FrameRecord>.size)
  }

  @Test func `all elements pass from one thread to another`() {
    let ring = MomentRing<[Int]>(capacity: 16)
    let count = 20_000
    DispatchQueue.global().async {
      var number = 0
      while number < count { if ring.append([number]) { number += 1 } }
    }
    var expected = 0
    while expected < count {
      guard let element = ring.take() else { continue }
      guard element == [expected] else {
        Issue.record("\(element) instead of \(expected)")
        return
      }
      expected += 1
    }
  }
}
