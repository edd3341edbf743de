import ImageLoading
import Testing

@Suite struct FirstPartTests {
  private static let host = "somewhere"

  /// A queue with one load under way, whose host answers after a time.
  private func queue(firstByte: Duration = .milliseconds(300)) -> LoadQueue<Int> {
    var queue = LoadQueue<Int>(limits: .init(total: 6, perHost: 6))
    queue.enqueue(1, host: Self.host, priority: .high, visibleAt: .zero)
    queue.noteFirstByte(after: firstByte, from: Self.host)
    return queue
  }

  /// The first part after some pictures of 100 KB at 50 KB/s.
  private func part(
    after needs: [Int?], firstByte: Duration = .milliseconds(300), secondsPerByte: Double? = 2e-5
  ) -> Int? {
    var queue = queue(firstByte: firstByte)
    for needed in needs {
      queue.notePicture(
        of: 100_000, needing: needed, secondsPerByte: secondsPerByte, from: Self.host)
    }
    return queue.firstPart(of: 1)
  }

  @Test func `before anything is known, all is asked for`() {
    #expect(part(after: []) == nil)
    #expect(part(after: [5_000, 5_000]) == nil)
  }

  @Test func `the part is the least that mostly shows all`() {
    #expect(part(after: [3_000, 3_000, 3_000]) == 4 << 10)
    #expect(part(after: [11_000, 10_000, 12_000, 11_500]) == 12 << 10)
    #expect(part(after: [50_000, 10_000, 12_000, 11_500]) == 12 << 10)
  }

  @Test func `where beginnings show nothing, all is asked for`() {
    #expect(part(after: [nil, nil, nil, nil]) == nil)
    #expect(part(after: [5_000, nil, nil, nil, nil, nil, nil]) == nil)
  }

  @Test func `where an answer takes longer than the rest, all is asked for`() {
    #expect(part(after: [5_000, 5_000, nil, nil], firstByte: .seconds(4)) == nil)
    #expect(part(after: [5_000, 5_000, 5_000], secondsPerByte: 1e-8) == nil)
  }

  @Test func `what was learned is forgotten once pictures are others`() {
    #expect(part(after: Array(repeating: 5_000, count: 20)) == 8 << 10)
    let others = Array(repeating: 5_000 as Int?, count: 20) + Array(repeating: nil, count: 16)
    #expect(part(after: others) == nil)
  }

  @Test func `hosts are apart`() {
    var queue = queue()
    queue.noteFirstByte(after: .milliseconds(10), from: "elsewhere")
    for _ in 0..<5 {
      queue.notePicture(of: 100_000, needing: 4_000, secondsPerByte: 1e-4, from: "elsewhere")
    }
    #expect(queue.firstPart(of: 1) == nil)
  }

  @Test func `less than a tenth of a second a picture is worth no second request`() {
    // Some 96 KB are saved of each picture, at a microsecond and a little more.
    #expect(part(after: [3_000, 3_000, 3_000], firstByte: .zero, secondsPerByte: 1.0e-6) == nil)
    #expect(
      part(after: [3_000, 3_000, 3_000], firstByte: .zero, secondsPerByte: 1.1e-6) == 4 << 10)
  }

  @Test func `what gains enough goes on where it gains half as much, and begins with no less`() {
    let (enough, half) = (1.1e-6, 0.6e-6)
    #expect(part(after: [3_000, 3_000, 3_000], firstByte: .zero, secondsPerByte: half) == nil)
    var queue = queue(firstByte: .zero)
    for secondsPerByte in Array(repeating: enough, count: 3) + Array(repeating: half, count: 20) {
      queue.notePicture(
        of: 100_000, needing: 3_000, secondsPerByte: secondsPerByte, from: Self.host)
    }
    #expect(queue.firstPart(of: 1) == 4 << 10)
  }

  @Test func `short pictures, which a part is all of, do not speak against it`() {
    var queue = queue(firstByte: .zero)
    for bytes in [100_000, 3_000, 3_000, 3_000, 100_000, 3_000] {
      queue.notePicture(
        of: bytes, needing: min(bytes, 4_000), secondsPerByte: 1.1e-6, from: Self.host)
    }
    #expect(queue.firstPart(of: 1) == 4 << 10)
  }

  @Test func `a picture that came in part counts, at the rate of those that came whole`() {
    #expect(part(after: Array(repeating: 3_000, count: 16), secondsPerByte: nil) == nil)
    var queue = queue()
    for _ in 0..<3 {
      queue.notePicture(of: 100_000, needing: 3_000, secondsPerByte: 2e-5, from: Self.host)
    }
    for _ in 0..<16 {
      queue.notePicture(of: 100_000, needing: 11_000, secondsPerByte: nil, from: Self.host)
    }
    #expect(queue.firstPart(of: 1) == 12 << 10)
    for _ in 0..<16 {
      queue.notePicture(of: 100_000, needing: 11_000, secondsPerByte: 1e-8, from: Self.host)
    }
    #expect(queue.firstPart(of: 1) == nil)
  }

  @Test func `one in sixteen is asked for whole`() {
    var queue = queue()
    for _ in 0..<3 {
      queue.notePicture(of: 100_000, needing: 3_000, secondsPerByte: 2e-5, from: Self.host)
    }
    let parts = (0..<48).map { _ in queue.takeFirstPart(of: 1) }
    #expect(parts.indices.filter { parts[$0] == nil } == [15, 31, 47])
  }

  @Test func `a host that answers badly is asked for no part, whatever is learned of it`() {
    var queue = queue()
    queue.refuseParts(from: Self.host)
    for _ in 0..<16 {
      queue.notePicture(of: 100_000, needing: 3_000, secondsPerByte: 2e-5, from: Self.host)
    }
    #expect(queue.firstPart(of: 1) == nil && queue.takeFirstPart(of: 1) == nil)
  }
}
