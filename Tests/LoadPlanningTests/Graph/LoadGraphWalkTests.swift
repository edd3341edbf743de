import FoundationEssentials
import ImageDecoding
import ImageRequests
import LoadingTestSupport
import Raster
import TestSupport
import Testing

@testable import LoadPlanning

@Suite struct LoadGraphWalkTests {
  /// The work under way, derived from the actions of the graph alone.
  private struct World {
    var fetching: [AttemptID: (request: DataRequest, load: LoadID)] = [:]
    var lookups: Set<LoadID> = []
    var working: [LoadID: ImageRequest] = [:]
    var standIns: [LoadID: LoadID] = [:]
    var deliveries: [TaskID: Int] = [:]

    mutating func take(from graph: inout LoadGraph) {
      for action in graph.takeActions() {
        switch action {
        case .transfer(.fetch(let request, let id, let attempt)):
          #expect(!fetching.values.contains { $0.load == id }, "one attempt a load")
          fetching[attempt] = (request, id)
        case .transfer(.cancel(let attempt)): #expect(fetching.removeValue(forKey: attempt) != nil)
        case .job(.lookUp(_, let id, _)): lookups.insert(id)
        case .job(.decode(let request, let id, _, _)), .job(.process(let request, let id, _, _)):
          let runs = [id] + working.filter { $0.value == request }.keys
          let current = runs.filter { graph.loads[$0].map(graph.loads.isOutdated) == false }
          #expect(current.count < 2, "one run a request, beside those older than a reload")
          working[id] = request
        case .job(.cancel(let id)):
          #expect(
            working.removeValue(forKey: id) != nil || lookups.remove(id) != nil
              || standIns.removeValue(forKey: id) != nil)
        case .job(.standIn(let work, let job, let urgency, let picture)):
          #expect(!urgency.priority.isSpeculative && working[picture]?.url == work.request.url)
          #expect(!standIns.values.contains(picture), "one at a time")
          standIns[job] = picture
        case .job(.setUrgency(let id, _)): #expect(working[id] != nil || lookups.contains(id))
        case .report(.deliver(let task, _, _)): deliveries[task, default: 0] += 1
        case .job(.read), .job(.preview), .cache, .report(.update),
          .report(.record):
          break
        }
      }
    }
  }

  private static func randomRequest(_ random: inout SeededRandom) throws -> ImageRequest {
    let names = [[], ["blur"], ["blur", "sepia"]]
    var request = try request(
      "\(Int.random(in: 0..<6, using: &random))",
      host: "\(Int.random(in: 0..<2, using: &random)).test",
      side: Int.random(in: 1...2, using: &random),
      #require(ImagePriority.allCases.randomElement(using: &random)),
      processors: #require(names.randomElement(using: &random)))
    if Int.random(in: 0..<5, using: &random) == 0 { request.cachePolicy = .reload }
    return request
  }

  @Test(arguments: 1...6)
  func `every task is answered once, and every request ends in one way`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let transcript = GraphTranscript()
    var setup = LoadGraph.Setup(queueLimits: .init(total: 3, perHost: 2))
    setup.hasDataCache = seed.isMultiple(of: 2)
    setup.makesStandIns = true
    setup.chance = { 0.5 }
    var graph = LoadGraph(setup)
    var world = World()
    var tasks: [GraphTask] = []
    for _ in 0..<5_000 {
      graph.time.elapsed += .milliseconds(Int.random(in: 0..<200, using: &random))
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        let task = transcript.task(
          try Self.randomRequest(&random), listens: .random(using: &random))
        tasks.append(task)
        graph.join(task)
      case 2:
        guard let task = tasks.randomElement(using: &random) else { continue }
        graph.leave(task)
      case 3:
        guard let task = tasks.randomElement(using: &random) else { continue }
        task.priority = try #require(ImagePriority.allCases.randomElement(using: &random))
        graph.reprioritize(task)
      case 4, 5:
        guard let (attempt, fetch) = world.fetching.min(by: { $0.key < $1.key }) else { continue }
        let event = try #require(Self.events.randomElement(using: &random))
        if event.isLast { world.fetching[attempt] = nil }
        graph.fetched(fetch.load, attempt: attempt, event)
      case 6:
        guard let id = world.lookups.min() else { continue }
        world.lookups.remove(id)
        graph.lookedUp(id, nil)
      case 7:
        guard let (job, picture) = world.standIns.min(by: { $0.key < $1.key }) else { continue }
        world.standIns[job] = nil
        let preview = Bool.random(using: &random) ? ImagePreview(Self.dot) : nil
        graph.stoodIn(picture, job, preview)
      default:
        guard let (id, request) = world.working.min(by: { $0.key < $1.key }) else { continue }
        world.working[id] = nil
        let image = PixelImage(size: request.targetSize, filledWith: 1)
        graph.worked(id, .success(image), WorkDone())
      }
      graph.wake()
      graph.endTurn()
      world.take(from: &graph)
      #expect(graph.statistics.transfersInFlight == world.fetching.count)
      #expect(graph.statistics.decodesInFlight == world.working.count)
    }
    graph.leaveAll()
    graph.endTurn()
    world.take(from: &graph)

    #expect(world.lookups.isEmpty && world.standIns.isEmpty)
    #expect(tasks.allSatisfy { world.deliveries[$0.claim.id] == 1 })
    let statistics = graph.statistics
    #expect(statistics.requested == statistics.loaded + statistics.failed + statistics.cancelled)
    #expect(statistics.requested + statistics.coalesced >= tasks.count)
    #expect(statistics.queued == 0)
    #expect(statistics.transfersInFlight == world.fetching.count, "only what is finished for later")
    for (attempt, fetch) in world.fetching {
      graph.fetched(fetch.load, attempt: attempt, .failed(.status(404)))
    }
    while let (id, request) = world.working.popFirst() {
      let image = PixelImage(size: request.targetSize, filledWith: 1)
      graph.worked(id, .success(image), WorkDone())
      world.take(from: &graph)
    }
    #expect(graph.loads.isEmpty && graph.loads.held == BodyBytes())
  }

  private static let dot = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 1)

  private static let events: [DataEvent] = [
    .response(ResponseHead(status: 200, expectedBytes: 4)), .data(Data([1, 2])), .finished,
    .failed(.status(404)), .failed(.status(503)), .failed(.timedOut(after: .seconds(1))),
  ]
}
