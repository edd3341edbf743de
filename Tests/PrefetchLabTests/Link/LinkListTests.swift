import PrefetchLab
import SimulationModels
import Testing

@Suite struct LinkListTests {
  private func fault(_ text: String) -> String? {
    do throws(LinkListError) {
      _ = try LinkList(parsing: text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a line is a link, with comments, empty lines and any order`() throws {
    let list = try LinkList(
      parsing: """
        # mine

        train bandwidth=150K latency=300ms jitter=0.2s stalls=0.1 stall=2s connect=3 # in a valley
        office latency=12ms bandwidth=10M\tstreams=100\r
        alps latency=80ms bandwidth=2M outage=4s every=16s

        """)
    #expect(
      list.links == [
        Link(
          name: "train", latency: .milliseconds(300), jitter: .milliseconds(200),
          bandwidth: 150_000, roundTripsToConnect: 3, stallRate: 0.1, stall: .seconds(2),
          stallsAnew: true),
        Link(
          name: "office", latency: .milliseconds(12), bandwidth: 10_000_000, streams: 100,
          stallsAnew: true),
        Link(
          name: "alps", latency: .milliseconds(80), bandwidth: 2_000_000, stallsAnew: true,
          outages: Outages(every: .seconds(16), lasting: .seconds(4))),
      ])
  }

  @Test(arguments: [
    ("a", "has no latency"), ("a latency=1s", "has no bandwidth"),
    ("a latency=1 bandwidth=1K", "as 300ms or 2s"),
    ("a latency=-1s bandwidth=1K", "as 300ms or 2s"),
    ("a latency=nans bandwidth=1K", "as 300ms or 2s"),
    ("a latency=700s bandwidth=1K", "10 minutes"),
    ("a latency=1s bandwidth=0", "bytes a second"),
    ("a latency=1s bandwidth=99999999999999G", "bytes a second"),
    ("a latency=1s bandwidth=1K jitter", "has no value"),
    ("a latency=1s bandwidth=1K speed=3", "“speed” is not known"),
    ("a latency=1s bandwidth=1K latency=2s", "“latency” stands twice"),
    ("a latency=1s bandwidth=1K connections=0", "1 to 256"),
    ("a latency=1s bandwidth=1K streams=2 connections=3", "not both"),
    ("a latency=1s bandwidth=1K stalls=0.1", "both stalls"),
    ("a latency=1s bandwidth=1K stalls=2 stall=1s", "a share, 0 to 1"),
    ("a latency=1s bandwidth=1K outage=4s", "both outage"),
    ("a latency=1s bandwidth=1K outage=4s every=0s", "1ms at least"),
    ("../a latency=1s bandwidth=1K", "is not a name"), ("", "there is no link"),
    ("a latency=1s bandwidth=1K\na latency=1s bandwidth=1K", "line 2: “a” stands twice"),
    ("\u{1B}]0;x\u{7} latency=1s bandwidth=1K", "is not a name"),
  ])
  func `a fault is named, with its line and what belongs there`(text: String, part: String) throws {
    let sentence = try #require(fault(text))
    #expect(sentence.contains(part))
    #expect(text.isEmpty || sentence.hasPrefix("line "))
    #expect(!sentence.contains("\u{1B}"))
  }
}
