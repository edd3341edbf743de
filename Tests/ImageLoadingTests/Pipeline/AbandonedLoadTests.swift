import DiskCache
import FoundationEssentials
import Testing

@testable import ImageLoading

/// What becomes of a load that nothing waits for, by what is known of it.
@Suite struct AbandonedLoadTests {
  private let diskless = CacheRules(hasDataCache: false)
  private let onDisk = CacheRules(hasDataCache: true)

  /// A picture of a server, made of bytes that a transfer brings.
  private struct Chain {
    var loads = LoadTable()
    let picture: LoadID
    let bytes: LoadID
    let transfer: LoadID

    init(chanceOfReturn: Double?) throws {
      let request = try request("a")
      let urgency = Urgency(.normal)
      let task = Subscriber.task(TaskID(number: 1))
      let picture = loads.add(.picture(request), for: task, urgency, at: .zero)
      let key = BytesKey(
        address: request.address, cachePolicy: .standard, limits: ImageLimits())
      let bytes = loads.add(.bytes(key), for: .load(picture), urgency, at: .zero)
      let transfer = loads.add(
        .transfer(DataRequest(url: request.url)), for: .load(bytes), urgency, at: .zero)
      loads.change(picture) { load in
        load.audience.remove(task)
        load.source = bytes
        load.chanceOfReturn = chanceOfReturn
      }
      loads.change(bytes) { $0.source = transfer }
      loads.change(transfer) { $0.stage = .transferring }
      (self.picture, self.bytes, self.transfer) = (picture, bytes, transfer)
    }

    /// The picture is being decoded, a second's transfer after a first byte that took as long.
    mutating func decode(from source: LoadTrace.Source = .network) {
      loads.change(bytes) { $0.stage = .done(.bytes(Data([1]))) }
      loads.change(picture) { load in
        load.stage = .working
        load.trace.source = source
        load.trace.firstByte = .seconds(1)
        load.trace.transfer = .seconds(1)
      }
    }

    func fate(
      of id: LoadID, _ caches: CacheRules, head: ResponseHead? = nil,
      decodeTime: Duration = .seconds(1)
    ) throws -> AbandonedLoad {
      let load = try #require(loads[id])
      return AbandonedLoad(
        load, loads, head: head, caches: caches, decodeTime: decodeTime, at: 1_000)
    }
  }

  @Test(arguments: [(nil, true), ("no-store", false)] as [(String?, Bool)])
  func `a transfer decides for itself, and the disk cache whether that is of use`(
    control: String?, isKept: Bool
  ) throws {
    let chain = try Chain(chanceOfReturn: 1)
    let head = control.map {
      ResponseHead(status: 200, fields: HeaderFields(["Cache-Control": $0]))
    }
    let transfer = chain.transfer
    #expect(
      try chain.fate(of: transfer, onDisk, head: head)
        == .follows(transfer: transfer, isKept: isKept))
    #expect(
      try chain.fate(of: transfer, diskless, head: head)
        == .follows(transfer: transfer, isKept: false))
  }

  @Test func `a picture for memory follows the transfer that it alone waits for`() throws {
    var chain = try Chain(chanceOfReturn: 0.5)
    #expect(
      try chain.fate(of: chain.picture, diskless)
        == .follows(transfer: chain.transfer, isKept: true))
    #expect(try chain.fate(of: chain.picture, onDisk) == .stops)
    #expect(try chain.fate(of: chain.bytes, diskless) == .stops)
    chain.loads.change(chain.bytes) { $0.audience.set(Urgency(.low), for: .load(99)) }
    #expect(try chain.fate(of: chain.picture, diskless) == .stops, "another load waits for it too")
  }

  @Test func `a picture whose caller did not say whether it comes back stops`() throws {
    var chain = try Chain(chanceOfReturn: nil)
    #expect(try chain.fate(of: chain.picture, diskless) == .stops)
    chain.decode()
    #expect(try chain.fate(of: chain.picture, diskless) == .stops)
  }

  @Test(
    arguments: [
      (0.5, 999, AbandonedLoad.goesOn), (0.5, 1_000, .stops), (1, 1_999, .goesOn), (0, 0, .stops),
    ] as [(Double, Int, AbandonedLoad)])
  func `a decode goes on if fetching the bytes again would cost more`(
    chance: Double, milliseconds: Int, fate: AbandonedLoad
  ) throws {
    var chain = try Chain(chanceOfReturn: chance)
    chain.decode()
    let decodeTime = Duration.milliseconds(milliseconds)
    #expect(try chain.fate(of: chain.picture, diskless, decodeTime: decodeTime) == fate)
    #expect(try chain.fate(of: chain.picture, onDisk, decodeTime: decodeTime) == .stops)
  }

  @Test(arguments: [LoadTrace.Source.memory, .disk, .local])
  func `a picture of what is here stops`(source: LoadTrace.Source) throws {
    var chain = try Chain(chanceOfReturn: 1)
    chain.decode(from: source)
    #expect(try chain.fate(of: chain.picture, diskless, decodeTime: .zero) == .stops)
  }
}
