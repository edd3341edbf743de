import Testing

@testable import PlaceholderServer

@Suite struct ServerShapeTests {
  private let targets = (0..<1_000).map { "/24x16?text=food%20\($0)" }

  @Test func `a seed and a URL decide alone`() {
    let shape = ServerShape(
      latency: .milliseconds(120), jitter: .milliseconds(40), failRate: 0.5, seed: 7)
    let forwards = targets.map { shape.conduct(for: $0) }
    let backwards = targets.reversed().map { shape.conduct(for: $0) }.reversed()
    #expect(zip(forwards, backwards).allSatisfy { $0 == $1 })
  }

  @Test func `another seed has other delays and failures`() {
    let second = Duration.seconds(1)
    let one = ServerShape(latency: second, jitter: second, failRate: 0.5, seed: 1)
    let two = ServerShape(latency: second, jitter: second, failRate: 0.5, seed: 2)
    let differing = targets.count { one.conduct(for: $0) != two.conduct(for: $0) }
    #expect(differing > 990)
  }

  @Test func `delays spread over the jitter and failures keep their share`() {
    let shape = ServerShape(
      latency: .milliseconds(120), jitter: .milliseconds(40), failRate: 0.2, seed: 3)
    let conducts = targets.map { shape.conduct(for: $0) }
    let delays = conducts.map(\.delay)
    #expect(delays.allSatisfy { Duration.milliseconds(80)...(.milliseconds(160)) ~= $0 })
    #expect(delays.contains { $0 < .milliseconds(90) })
    #expect(delays.contains { $0 > .milliseconds(150) })
    #expect(150...250 ~= conducts.count(where: \.fails))
  }

  @Test(arguments: [
    ServerShape(latency: .seconds(Int64.max), jitter: .seconds(Int64.max)),
    ServerShape(latency: .seconds(Int64.min), jitter: .seconds(Int64.min)),
    ServerShape(failRate: .nan), ServerShape(failRate: .infinity), ServerShape(failRate: -1),
  ])
  func `no shape traps or waits beyond ten minutes`(shape: ServerShape) {
    for target in targets {
      #expect(Duration.zero...(.seconds(600)) ~= shape.conduct(for: target).delay)
    }
  }
}
