import FoundationEssentials
import TestSupport
import Testing

@testable import ImageLoading

@Suite struct LoadGraphWalkTests {
  /// What is under way, kept beside the graph from its actions alone.
  private struct World {
    var fetching: [LoadID: URL] = [:]
    var decoding: [LoadID: ImageRequest] = [:]
    var deliveries: [ObjectIdentifier: Int] = [:]

    mutating func take(_ actions: [LoadAction]) {
      for action in actions {
        switch action {
        case .fetch(let url, let id):
          #expect(!fetching.values.contains(url), "one transfer a URL")
          fetching[id] = url
        case .cancelFetch(let id): #expect(fetching.removeValue(forKey: id) != nil)
        case .decode(let request, let id, _, _):
          #expect(!decoding.values.contains(request), "one decode a request")
          decoding[id] = request
        case .cancelDecode(let id): #expect(decoding.removeValue(forKey: id) != nil)
        case .prioritizeDecode(let id, _): #expect(decoding[id] != nil)
        case .deliver(let task, _): deliveries[ObjectIdentifier(task), default: 0] += 1
        }
      }
    }
  }

  @Test(arguments: 1...6)
  func `every task is answered once, and every request ends in one way`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let transcript = GraphTranscript()
    var graph = LoadGraph(limits: .init(total: 3, perHost: 2))
    var world = World()
    var tasks: [ImageTask] = []
    for _ in 0..<3_000 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let host = "\(Int.random(in: 0..<2, using: &random)).test"
        let priority = try #require(ImagePriority.allCases.randomElement(using: &random))
        let task = transcript.task(
          try request(
            "\(Int.random(in: 0..<6, using: &random))", host: host,
            side: Int.random(in: 1...2, using: &random), priority))
        tasks.append(task)
        graph.join(task)
      case 2:
        if let task = tasks.randomElement(using: &random) { graph.leave(task) }
      case 3:
        guard let task = tasks.randomElement(using: &random) else { continue }
        task.priority = try #require(ImagePriority.allCases.randomElement(using: &random))
        graph.reprioritize(task)
      case 4:
        guard let (id, url) = world.fetching.min(by: { $0.key < $1.key }) else { continue }
        world.fetching[id] = nil
        let isGood = Bool.random(using: &random)
        graph.fetched(url, id, isGood ? .success(Data([1])) : .failure(.empty))
      default:
        guard let (id, request) = world.decoding.min(by: { $0.key < $1.key }) else { continue }
        world.decoding[id] = nil
        let image = PixelImage(size: request.targetSize, filledWith: 1)
        graph.decoded(request, id, .success(image), bytesRead: 0)
      }
      world.take(graph.takeActions())
      #expect(graph.statistics.transfersInFlight == world.fetching.count)
      #expect(graph.statistics.decodesInFlight == world.decoding.count)
    }
    graph.leaveAll()
    world.take(graph.takeActions())

    #expect(world.fetching.isEmpty && world.decoding.isEmpty)
    #expect(tasks.allSatisfy { world.deliveries[ObjectIdentifier($0)] == 1 })
    let statistics = graph.statistics
    #expect(statistics.requested == statistics.loaded + statistics.failed + statistics.cancelled)
    #expect(statistics.requested + statistics.coalesced >= tasks.count)
    #expect(statistics.queued == 0)
  }
}
