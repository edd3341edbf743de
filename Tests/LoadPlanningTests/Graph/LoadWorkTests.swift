import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Testing

@testable import LoadPlanning

@Suite struct LoadWorkTests {
  /// Loads, and the work for them.
  private struct World {
    var loads = LoadTable()
    var work = LoadWork(LoadGraph.Setup(queueLimits: .init(total: 2, perHost: 2)))
    var outbox = LoadOutbox()

    var decodesInFlight: Int { work.statistics(with: outbox.counts).decodesInFlight }

    mutating func add(_ key: LoadKey) -> LoadID {
      loads.add(key, for: .load(99), Urgency(.normal), at: .zero)
    }

    mutating func begin(_ job: JobAction, for id: LoadID) {
      loads.change(id) { $0.stage = .working }
      work.order(job, for: id, &loads, &outbox)
    }

    /// A transfer that has brought three of ten bytes.
    mutating func transfer(_ request: DataRequest) throws -> LoadID {
      let id = add(.transfer(request))
      loads.change(id) { $0.stage = .transferring }
      work.transfers.ask(id, request, host: "a.test", Urgency(.normal), at: .zero)
      _ = work.transfers.startNext(holding: BodyBytes(), at: .zero, &outbox)
      let attempt = try #require(work.transfers[id]?.attempt?.id)
      for event in [DataEvent.response(.whole(10)), .data(Data([1, 2, 3]))] {
        _ = work.transfers.receive(
          event, of: id, attempt: attempt, at: LoadTime(), &outbox)
      }
      return id
    }

    mutating func decode(_ request: ImageRequest) -> LoadID {
      let id = add(.picture(request))
      begin(.decode(request, id, nil, Urgency(.normal)), for: id)
      return id
    }
  }

  @Test func `a picture counts from the order of its job until it is forgotten`() throws {
    var world = World()
    let ids = [world.decode(try request("a")), world.decode(try request("b"))]
    #expect(world.decodesInFlight == 2)
    for id in ids { world.work.forget(try #require(world.loads[id]), &world.outbox) }
    #expect(world.decodesInFlight == 0)
  }

  @Test func `looking bytes up is no decode`() throws {
    var world = World()
    let key = BytesKey(
      address: try request("a").address, cachePolicy: .standard, limits: ImageLimits())
    let id = world.add(.bytes(key))
    world.begin(.lookUp(key.url, id, Urgency(.normal)), for: id)
    #expect(world.decodesInFlight == 0)
    world.work.forget(try #require(world.loads[id]), &world.outbox)
    #expect(world.decodesInFlight == 0)
  }

  @Test func `only a load with a job or a transfer passes its urgency on`() throws {
    var world = World()
    let id = world.decode(try request("a"))
    _ = world.outbox.takeActions()
    var load = try #require(world.loads[id])
    world.work.setUrgency(Urgency(.high), of: load, &world.loads, &world.outbox)
    #expect(world.outbox.takeActions().count == 1)
    load.stage = .waiting
    world.work.setUrgency(Urgency(.low), of: load, &world.loads, &world.outbox)
    #expect(world.outbox.takeActions().isEmpty)
  }

  @Test func `a load without a transfer has no progress`() throws {
    var world = World()
    let transfer = try world.transfer(DataRequest(url: try url("a")))
    let decode = world.decode(try request("b"))
    let (moving, still) = (
      try #require(world.loads[transfer]), try #require(world.loads[decode])
    )
    #expect(
      world.work.progress(below: moving, world.loads)
        == ImageProgress(receivedBytes: 3, expectedBytes: 10))
    #expect(world.work.fetchedBytes(for: moving, world.loads) == 3)
    #expect(world.work.progress(below: still, world.loads) == nil)
    #expect(world.work.fetchedBytes(for: still, world.loads) == nil)
  }
}
