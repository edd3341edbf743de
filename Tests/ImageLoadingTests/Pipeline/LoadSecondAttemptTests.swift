import FoundationEssentials
import Testing

@testable import ImageLoading

/// Requests that are sent once more because no answer begins: in virtual time.
@Suite struct LoadSecondAttemptTests {
  private var transcript = GraphTranscript()
  private let late: ImageRequest

  /// A server has answered twenty requests, each after 100 ms.
  init() throws {
    late = try request("late")
    for number in 1...20 {
      let request = try request("\(number)")
      _ = transcript.join(transcript.task(request))
      _ = transcript.pass(.milliseconds(100))
      _ = transcript.fetched(request.url)
      _ = transcript.worked(request)
    }
  }

  @Test mutating func `what is late is asked for once more, and the first answer counts`() {
    _ = transcript.join(transcript.task(late))
    #expect(transcript.pass(.milliseconds(250)) == [])
    #expect(transcript.pass(.milliseconds(100)) == ["fetch late"])
    #expect(transcript.graph.statistics.secondAttempts == 1)
    #expect(transcript.fetched(late.url) == ["cancel fetch late", "decode late normal"])
    #expect(transcript.worked(late) == ["remember late", "deliver late"])
    #expect(transcript.graph.statistics.transfers == 21, "both are one transfer")
    #expect(transcript.graph.nextWake == nil)
  }

  @Test mutating func `the second stops when the first is answered after all`() {
    _ = transcript.join(transcript.task(late))
    _ = transcript.pass(.milliseconds(400))
    #expect(transcript.fetchedEarlier(late.url) == ["cancel fetch late", "decode late normal"])
    #expect(transcript.fetched(late.url) == [], "what the second still says is not heard")
  }

  @Test mutating func `there is no third, however long both take`() {
    _ = transcript.join(transcript.task(late))
    _ = transcript.pass(.milliseconds(400))
    #expect(transcript.graph.nextWake == nil)
    #expect(transcript.pass(.seconds(14)) == [])
  }

  @Test mutating func `an error of the second leaves the first alone`() {
    _ = transcript.join(transcript.task(late))
    _ = transcript.pass(.milliseconds(400))
    let busy = ResponseHead(status: 503)
    #expect(
      transcript.fetch(late.url, .response(busy), .failed(.status(503))) == ["cancel fetch late"])
    #expect(transcript.fetchedEarlier(late.url) == ["decode late normal"])
  }

  @Test mutating func `the second goes on where the first breaks off`() {
    _ = transcript.join(transcript.task(late))
    _ = transcript.pass(.milliseconds(400))
    let reset = ImageError.connection(code: -1_005, reason: "lost")
    #expect(transcript.fetchEarlier(late.url, .failed(reset)) == [])
    #expect(transcript.fetched(late.url) == ["decode late normal"])
    #expect(transcript.graph.statistics.retries == 0)
  }

  @Test mutating func `both stop when nobody waits any more`() {
    let task = transcript.task(late)
    _ = transcript.join(task)
    _ = transcript.pass(.milliseconds(400))
    #expect(
      transcript.leave(task) == [
        "deliver late: cancelled", "cancel fetch late", "cancel fetch late",
      ])
    #expect(transcript.graph.nextWake == nil)
  }

  @Test mutating func `speculation is not asked for once more until it is on screen`() throws {
    let task = transcript.task(try request("late", .low))
    _ = transcript.join(task)
    #expect(transcript.graph.nextWake == nil)
    #expect(transcript.pass(.seconds(1)) == [])
    task.priority = .high
    #expect(transcript.after { $0.reprioritize(task) } == [])
    #expect(transcript.pass(.zero) == ["fetch late"])
  }

  @Test mutating func `what leaves the screen is not asked for once more`() {
    let task = transcript.task(late)
    _ = transcript.join(task)
    task.priority = .low
    _ = transcript.after { $0.reprioritize(task) }
    #expect(transcript.graph.nextWake == nil)
    #expect(transcript.pass(.seconds(1)) == [])
  }

  @Test mutating func `an answer that has begun is not late, however slow it is`() {
    _ = transcript.join(transcript.task(late))
    _ = transcript.fetch(late.url, .response(ResponseHead(status: 200, expectedBytes: 9)))
    #expect(transcript.graph.nextWake == nil)
    #expect(transcript.pass(.seconds(9)) == [])
  }

  @Test mutating func `one in twenty requests, and no more`() throws {
    let second = try request("second")
    _ = transcript.join(transcript.task(late))
    _ = transcript.join(transcript.task(second))
    #expect(transcript.pass(.milliseconds(400)).count == 1)
    #expect(transcript.pass(.seconds(10)) == [])
    #expect(transcript.graph.statistics.secondAttempts == 1)
  }

  @Test mutating func `over HTTP/2 the second goes over a connection of its own`() throws {
    let other = try request("other")
    _ = transcript.join(transcript.task(other))
    let head = ResponseHead(status: 200, expectedBytes: 2, isMultiplexed: true)
    _ = transcript.fetch(other.url, .response(head), .data(Data([1, 2])), .finished)
    _ = transcript.join(transcript.task(late))
    #expect(transcript.pass(.milliseconds(400)) == ["fetch late over a new connection"])
  }
}
