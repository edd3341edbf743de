import DiskCache
import FoundationEssentials
import ImageRequests
import Testing

@testable import LoadPlanning

@Suite struct BytesRulesTests {
  private let onDisk = BytesRules(caches: CacheRules(hasDataCache: true))
  private let diskless = BytesRules(caches: CacheRules(hasDataCache: false))
  private let now = 1_000

  private func key(
    _ url: String = "http://a.test/a", _ policy: CachePolicy = .standard,
    headers: [String: String] = [:], maxBytes: Int = 9
  ) throws -> BytesKey {
    BytesKey(
      address: PictureAddress(
        url: try #require(URL(string: url)), headers: RequestHeaders(headers)),
      cachePolicy: policy, limits: ImageLimits(maxBytes: maxBytes))
  }

  private func start(_ rules: BytesRules, _ key: BytesKey) -> String {
    let load = Load(1, .bytes(key), at: .zero, for: .load(2), Urgency(.normal))
    return rules.firstStep(of: load, key).text
  }

  // MARK: - Cache policy

  @Test(arguments: [
    (CachePolicy.standard, "look up", "wait for a transfer"),
    (.reload, "wait for a transfer", "wait for a transfer"),
    (.cacheOnly, "look up", "fail: not in the cache"),
  ])
  func `the cache policy decides where bytes of a server are looked for`(
    policy: CachePolicy, withDisk: String, without: String
  ) throws {
    let key = try key("http://a.test/a", policy)
    #expect(start(onDisk, key) == withDisk)
    #expect(start(diskless, key) == without)
  }

  @Test func `bytes that header fields asked for are not looked for on disk`() throws {
    let key = try key(headers: ["Authorization": "secret"])
    #expect(start(onDisk, key) == "wait for a transfer")
  }

  @Test(arguments: ["file:///a.png", "data:,a"])
  func `local bytes are read, and are in no cache`(url: String) throws {
    #expect(start(onDisk, try key(url)) == "read from local")
    #expect(start(onDisk, try key(url, .reload)) == "read from local")
    #expect(start(onDisk, try key(url, .cacheOnly)) == "fail: not in the cache")
    #expect(onDisk.read(.success(Data([1, 2]))).text == "settle 2 bytes from local")
    #expect(onDisk.read(.failure(.empty)).text == "fail: \(ImageError.empty)")
  }

  // MARK: - Freshness

  @Test(arguments: [
    (CachePolicy.standard, 1_001, "settle 3 bytes from disk"),
    (.standard, 1_000, "wait for a transfer unless \"v1\", with a copy of 3 bytes"),
    (.cacheOnly, 0, "settle 3 bytes from disk"),
  ])
  func `a copy is used while it is fresh, and later by those who ask no server`(
    policy: CachePolicy, freshUntil: Int, step: String
  ) throws {
    let key = try key("http://a.test/a", policy)
    #expect(onDisk.lookedUp(.sample(freshUntil: freshUntil), key, at: now).text == step)
  }

  @Test func `a stale copy without validators is fetched whole, and kept until then`() throws {
    let step = onDisk.lookedUp(.sample(freshUntil: 0, tag: nil), try key(), at: now)
    #expect(step.text == "wait for a transfer, with a copy of 3 bytes")
  }

  @Test(arguments: [
    (CachePolicy.standard, "wait for a transfer"), (.cacheOnly, "fail: not in the cache"),
  ])
  func `without a copy the server is asked, if the policy allows`(
    policy: CachePolicy, step: String
  ) throws {
    #expect(onDisk.lookedUp(nil, try key("http://a.test/a", policy), at: now).text == step)
  }

  @Test func `a copy over the limit is refused`() throws {
    let step = onDisk.lookedUp(.sample(freshUntil: 9_999), try key(maxBytes: 2), at: now)
    #expect(step.text == "fail: \(ImageError.tooLarge(bytes: 3, limit: 2))")
  }

  // MARK: - After a transfer

  private static let unreachable = ImageError.timedOut(after: .seconds(1))
  private static let confirmed = LoadOutput.notModified(ResponseHead(status: 304))

  @Test(
    arguments: [
      (.success(.bytes(Data([1]))), "settle 1 bytes", "settle 1 bytes"),
      (
        .success(confirmed), "refresh, then settle 3 bytes from disk",
        "fail: \(ImageError.status(304))"
      ),
      (.failure(unreachable), "settle 3 bytes from disk", "fail: \(unreachable)"),
      (
        .failure(.status(404)), "fail: \(ImageError.status(404))", "fail: \(ImageError.status(404))"
      ),
    ] as [(Result<LoadOutput, ImageError>, String, String)])
  func `an old copy is for a server that confirms it, or is out of reach`(
    result: Result<LoadOutput, ImageError>, withCopy: String, without: String
  ) throws {
    let (key, copy) = (try key(), CachedData.sample(freshUntil: 0))
    #expect(onDisk.nextStep(key, after: result, fallback: copy).text == withCopy)
    #expect(onDisk.nextStep(key, after: result, fallback: nil).text == without)
  }

  @Test func `a copy that its server forbids to show stale is not shown`() throws {
    let copy = CachedData.sample(freshUntil: 0, whenDisconnected: false)
    let step = onDisk.nextStep(
      try key(), after: .failure(Self.unreachable), fallback: copy)
    #expect(step.text == "fail: \(Self.unreachable)")
  }
}
