import TestSupport
import Testing

@testable import ImageLoading

@Suite struct SecondAttemptsTests {
  private var attempts = SecondAttempts<Int>()

  private mutating func noteRequests(_ count: Int) {
    for _ in 0..<count { attempts.noteRequest() }
  }

  @Test mutating func `one in twenty requests is sent once more`() {
    noteRequests(45)
    for id in 1...3 { attempts.watch(id, sentAt: .zero, patience: .seconds(1)) }
    #expect(attempts.takeLate(at: .milliseconds(999)) == nil)
    #expect(attempts.takeLate(at: .seconds(1)) != nil)
    #expect(attempts.takeLate(at: .seconds(1)) != nil)
    #expect(attempts.takeLate(at: .seconds(1)) == nil)
    #expect(attempts.nextLook == .milliseconds(1_200), "the third is looked at again")
    noteRequests(15)
    #expect(attempts.takeLate(at: .milliseconds(1_200)) != nil)
    #expect(attempts.nextLook == nil)
  }

  @Test mutating func `however many requests there were, at most five follow at once`() {
    noteRequests(10_000)
    for id in 1...9 { attempts.watch(id, sentAt: .zero, patience: .seconds(1)) }
    var taken = 0
    while attempts.takeLate(at: .seconds(2)) != nil { taken += 1 }
    #expect(taken == 5)
  }

  @Test mutating func `a request that is forgotten, or without patience, is not late`() {
    noteRequests(100)
    attempts.watch(1, sentAt: .zero, patience: nil)
    attempts.watch(2, sentAt: .zero, patience: .seconds(1))
    attempts.forget(2)
    #expect(attempts.nextLook == nil && attempts.takeLate(at: .seconds(9)) == nil)
  }

  @Test mutating func `looks are on a grid, so that one timer serves many requests`() {
    for id in 1...40 { attempts.watch(id, sentAt: .milliseconds(id), patience: .milliseconds(210)) }
    #expect(attempts.nextLook == .milliseconds(250))
    for id in 1...39 { attempts.forget(id) }
    #expect(attempts.nextLook == .milliseconds(250))
  }

  @Test(arguments: 1...4)
  mutating func `it takes what a plain list of requests takes`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var watched: [Int: Duration] = [:]
    var (requests, taken, now) = (0, 0, Duration.zero)
    for _ in 0..<4_000 {
      let id = Int.random(in: 0..<30, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        attempts.noteRequest()
        requests += 1
      case 1:
        attempts.watch(id, sentAt: now, patience: .milliseconds(400))
        watched[id] = watched[id] ?? now + .milliseconds(400)
      case 2:
        attempts.forget(id)
        watched[id] = nil
      default:
        now += .milliseconds(Int.random(in: 0..<100, using: &random))
        while let late = attempts.takeLate(at: now) {
          taken += 1
          #expect(watched.removeValue(forKey: late).map { $0 <= now } == true)
        }
      }
      #expect(taken * 20 <= requests)
      #expect((attempts.nextLook == nil) == watched.isEmpty)
    }
    #expect(taken > 0)
  }

  @Test func `an answer is late after three times the median, and never within what an eye misses`()
  {
    var times = HostTimes()
    for milliseconds in [100, 5_000, 110, 90] {
      times.noteFirstByte(after: .milliseconds(milliseconds))
    }
    #expect(times.patience == nil, "four tell nothing")
    times.noteFirstByte(after: .milliseconds(120))
    #expect(times.patience == .milliseconds(330))
    for _ in 0..<15 { times.noteFirstByte(after: .milliseconds(2)) }
    #expect(times.patience == .milliseconds(200))
  }
}
