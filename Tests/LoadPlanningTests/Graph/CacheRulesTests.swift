import DiskCache
import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import Raster
import Testing

@testable import LoadPlanning

@Suite struct CacheRulesTests {
  private let rules = CacheRules(hasDataCache: true)
  private let diskless = CacheRules(hasDataCache: false)
  private let image = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 1)

  // MARK: - Disk

  @Test(
    arguments: [
      (nil, true), ("max-age=60", true), ("no-store", false),
    ] as [(String?, Bool)])
  func `a body goes to the disk unless its server forbids that`(
    control: String?, isStored: Bool
  ) throws {
    let address = try request("a").address
    let head = control.map {
      ResponseHead(status: 200, fields: HeaderFields(["Cache-Control": $0]))
    }
    #expect(rules.mayStore(head, from: address, at: 1_000) == isStored)
    #expect(!diskless.mayStore(head, from: address, at: 1_000))
  }

  @Test(arguments: [(200, true), (203, true), (206, true), (201, false), (202, false)])
  func `another success than a picture's goes to the disk with a stated lifetime only`(
    status: Int, isStored: Bool
  ) throws {
    let address = try request("a").address
    func stores(_ fields: [String: String]) -> Bool {
      let head = ResponseHead(status: status, fields: HeaderFields(fields))
      let stores = rules.mayStore(head, from: address, at: 1_000)
      #expect((rules.storing(.bytes(Data([1])), head, from: address) != nil) == stores)
      return stores
    }
    #expect(stores([:]) == isStored)
    #expect(stores(["Cache-Control": "Max-Age=60"]))
    #expect(stores(["Expires": "Thu, 01 Jan 2099 00:00:00 GMT"]))
  }

  @Test func `a picture requested with header fields is not written to the disk`() throws {
    var request = try request("a")
    let head = ResponseHead(status: 200)
    let body = LoadOutput.bytes(Data([1]))
    #expect(rules.storing(body, head, from: request.address) != nil)
    #expect(rules.storing(body, nil, from: request.address) == nil)
    #expect(diskless.storing(body, head, from: request.address) == nil)
    request.headers = ["Authorization": "secret"]
    #expect(rules.storing(body, head, from: request.address) == nil)
    #expect(!rules.mayStore(nil, from: request.address, at: 0))
  }

  // MARK: - Memory

  /// The tasks that wait for a picture: whether each wants it only once, and its priority.
  private func remembered(
    _ tasks: [(isTransient: Bool, priority: ImagePriority)], processors: [String] = []
  ) throws -> String {
    var loads = LoadTable()
    var request = try request("a", processors: processors)
    let id = loads.add(.picture(request), for: .load(99), Urgency(.veryLow), at: .zero)
    loads.change(id) { $0.audience.remove(.load(99)) }
    for (isTransient, priority) in tasks {
      request.isTransient = isTransient
      let claim = GraphTask(request, .picture).claim
      loads.change(id) { load in
        load.audience.set(Urgency(priority), for: .task(claim.id))
        load.urgency = load.audience.urgency
      }
      loads.link(.task(claim), to: id)
    }
    let load = try #require(loads[id])
    switch rules.remembering(image, of: load, request, loads) {
    case .remember(_, _, let isSpeculative)?: return isSpeculative ? "on probation" : "in use"
    case nil: return "not"
    default: return "?"
    }
  }

  @Test(
    arguments: [
      ([], "on probation"),
      ([(false, .normal)], "in use"),
      ([(false, .low)], "on probation"),
      ([(true, .normal)], "not"),
      ([(true, .normal), (false, .low)], "in use"),
    ] as [([(Bool, ImagePriority)], String)])
  func `a picture stays in memory as its tasks want it`(
    tasks: [(Bool, ImagePriority)], place: String
  ) throws {
    #expect(try remembered(tasks.map { (isTransient: $0.0, priority: $0.1) }) == place)
  }

  @Test(arguments: [([], "on probation"), (["blur"], "not")] as [([String], String)])
  func `a decoded picture that only a processor uses is cached`(
    processors: [String], place: String
  ) throws {
    var loads = LoadTable()
    let request = try request("a", processors: processors)
    var whole = request
    whole.processors.append(NamedProcessor("sepia"))
    let claim = GraphTask(whole, .picture).claim
    let last = loads.add(.picture(whole), for: .task(claim.id), Urgency(.normal), at: .zero)
    loads.link(.task(claim), to: last)
    let id = loads.add(.picture(request), for: .load(last), Urgency(.normal), at: .zero)
    let load = try #require(loads[id])
    let order = rules.remembering(image, of: load, request, loads)
    if case .remember(_, _, isSpeculative: true)? = order {
      #expect(place == "on probation")
    } else {
      #expect(order == nil && place == "not")
    }
  }
}
