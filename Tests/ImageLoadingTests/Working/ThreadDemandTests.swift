import Testing

@testable import ImageLoading

@Suite struct ThreadDemandTests {
  private func demand(_ times: [(worked: Int, waited: Int)]) -> ThreadDemand {
    var demand = ThreadDemand()
    for time in times {
      demand.note(
        ThreadDemand.JobTime(
          worked: .milliseconds(time.worked), waited: .milliseconds(time.waited)))
    }
    return demand
  }

  private func many(_ worked: Int, _ waited: Int) -> [(Int, Int)] {
    Array(repeating: (worked, waited), count: 100)
  }

  @Test func `one thread is enough for a core where nothing waits`() {
    #expect(demand([]).threadsPerCore == 1)
    #expect(demand(many(20, 0)).threadsPerCore == 1)
    #expect(demand(many(0, 0)).threadsPerCore == 1)
  }

  @Test func `there are as many as jobs take longer than they work`() {
    #expect(abs(demand(many(10, 30)).threadsPerCore - 4) < 0.001)
    #expect(abs(demand(many(2, 60)).threadsPerCore - 31) < 0.01)
  }

  @Test func `one short wait alone asks for no second thread`() {
    #expect(demand([(1, 8)]).threadsPerCore < 2)
  }

  @Test func `waits of less than a millisecond count as none`() {
    var demand = ThreadDemand()
    for _ in 0..<100 {
      demand.note(.init(worked: .microseconds(100), waited: .microseconds(900)))
    }
    #expect(demand.threadsPerCore == 1)
  }

  @Test func `one slow read among short jobs asks for little more`() {
    #expect(demand(many(0, 0) + [(0, 8)]).threadsPerCore < 2)
  }

  @Test func `what was long ago is forgotten`() {
    let now = demand(many(1, 100) + many(10, 0)).threadsPerCore
    #expect(now < 1.01)
  }

  @Test func `a wait below zero counts as none`() {
    #expect(demand(many(10, -5)).threadsPerCore == 1)
  }
}
