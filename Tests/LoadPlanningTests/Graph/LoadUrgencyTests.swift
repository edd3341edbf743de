import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Testing

@testable import LoadPlanning

@Suite struct LoadUrgencyTests {
  @Test func `the most urgent of a batch starts first`() throws {
    var transcript = GraphTranscript(total: 1)
    let ahead = transcript.task(try request("ahead", .low))
    let visible = transcript.task(try request("visible"))
    let lines = transcript.after { graph in
      graph.join(ahead)
      graph.join(visible)
    }
    #expect(lines == ["fetch visible"])
  }

  @Test func `the load expected sooner starts first at equal priority`() throws {
    var transcript = GraphTranscript(total: 1)
    _ = transcript.join(transcript.task(try request("running")))
    for (name, seconds) in [("far", 9), ("near", 1), ("middle", 5)] {
      var request = try request(name, .low)
      request.timeToVisible = .seconds(seconds)
      _ = transcript.join(transcript.task(request))
    }
    #expect(transcript.fetched(try url("running")).last == "fetch near")
  }

  @Test func `a visible request raises the prefetch that it joins`() throws {
    var transcript = GraphTranscript(total: 1)
    _ = transcript.join(transcript.task(try request("running")))
    _ = transcript.join(transcript.task(try request("a", .low)))
    _ = transcript.join(transcript.task(try request("b", .low)))
    _ = transcript.join(transcript.task(try request("b")))
    #expect(transcript.fetched(try url("running")) == ["decode running normal", "fetch b"])
  }

  @Test func `one that leaves does not lower what another still wants`() throws {
    var transcript = GraphTranscript(total: 1)
    _ = transcript.join(transcript.task(try request("running")))
    let first = transcript.task(try request("a", .high))
    _ = transcript.join(first)
    _ = transcript.join(transcript.task(try request("a", .high)))
    _ = transcript.join(transcript.task(try request("b")))
    _ = transcript.leave(first)
    #expect(transcript.fetched(try url("running")).last == "fetch a")
  }

  @Test func `a task that becomes more urgent takes its work along`() throws {
    var transcript = GraphTranscript(total: 1)
    let a = try request("a", .low)
    let task = transcript.task(a)
    _ = transcript.join(task)
    _ = transcript.fetched(a.url)
    task.priority = .high
    #expect(transcript.after { $0.reprioritize(task) } == ["decode a at high"])
    #expect(transcript.after { $0.reprioritize(task) } == [])
  }

  @Test func `urgency reaches through processors down to the queued transfer`() throws {
    var transcript = GraphTranscript(total: 1)
    _ = transcript.join(transcript.task(try request("running")))
    let ahead = transcript.task(try request("a", .low, processors: ["sepia", "blur"]))
    _ = transcript.join(ahead)
    _ = transcript.join(transcript.task(try request("b", .low)))
    ahead.priority = .high
    #expect(transcript.after { $0.reprioritize(ahead) } == [])
    #expect(transcript.fetched(try url("running")).last == "fetch a")
  }
}
