import FoundationEssentials
import ImageDecoding
import ImageRequests
import LoadingTestSupport
import Raster
import Testing

@testable import LoadPlanning

@Suite struct PictureRulesTests {
  private let rules = PictureRules(
    caches: CacheRules(hasDataCache: true), limits: ImageLimits(maxBytes: 7))
  private let image = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 1)

  private func load(_ request: ImageRequest) -> Load {
    Load(1, .picture(request), at: .zero, for: .load(2), Urgency(.normal))
  }

  private func start(_ request: ImageRequest, from base: PictureBase? = nil) -> String {
    rules.firstStep(of: load(request), request, from: base).text
  }

  // MARK: - Sources

  @Test func `a picture of a server waits for its bytes, a local one is decoded at once`() throws {
    #expect(start(try request("a")) == "wait for bytes")
    var local = try request("a")
    local.url = try #require(URL(string: "file:///a"))
    #expect(start(local) == "decode a from local")
    local.cachePolicy = .cacheOnly
    #expect(start(local) == "fail: not in the cache")
  }

  @Test func `a request that brings no limits has those of the pipeline`() throws {
    var request = try request("a")
    for limits in [nil, ImageLimits(maxBytes: 5)] {
      request.limits = limits
      guard
        case .wait(.bytes(let key), nil) = rules.firstStep(of: load(request), request, from: nil),
        case .work(.decode(let decoded, _, _, _), nil) = rules.nextStep(
          of: load(request), request, after: .success(.bytes(Data([1]))))
      else {
        Issue.record("neither bytes nor a decode")
        return
      }
      #expect(key.limits.maxBytes == limits?.maxBytes ?? 7)
      #expect(decoded.limits == key.limits)
    }
  }

  @Test(
    arguments: [
      (["blur"], nil, "wait for picture a"), (["blur"], 0, "process a+blur from memory"),
      (["blur", "sepia"], nil, "wait for picture a+blur"),
      (["blur", "sepia"], 0, "wait for picture a+blur"),
      (["blur", "sepia"], 1, "process a+blur+sepia from memory"),
    ] as [([String], Int?, String)])
  func `a processor takes the picture with one processor less, from memory if it is there`(
    processors: [String], count: Int?, step: String
  ) throws {
    let base = count.map { PictureBase(image: image, processorCount: $0) }
    #expect(start(try request("a", processors: processors), from: base) == step)
  }

  @Test func `the result of a source is decoded, processed or passed on as an error`() throws {
    let request = try request("a")
    func step(_ result: Result<LoadOutput, ImageError>) -> String {
      rules.nextStep(of: load(request), request, after: result).text
    }
    #expect(step(.success(.bytes(Data([1, 2])))) == "decode a of 2 bytes")
    #expect(step(.success(.picture(image))) == "process a")
    #expect(step(.failure(.status(404))) == "fail: \(ImageError.status(404))")
  }

  // MARK: - Spoiled bytes

  private static let spoiled = ImageError.decoding(.unknownFormat)

  /// The step after a decode has failed whose bytes came from there.
  private func failed(
    _ error: ImageError, _ origin: LoadTrace.Source, _ policy: CachePolicy = .standard,
    hasDataCache: Bool = true
  ) throws -> String {
    let request = try request("a")
    let key = BytesKey(
      address: request.address, cachePolicy: policy, limits: ImageLimits())
    var source = Load(2, .bytes(key), at: .zero, for: .load(1), Urgency(.normal))
    source.trace.source = origin
    let rules = PictureRules(
      caches: CacheRules(hasDataCache: hasDataCache), limits: ImageLimits())
    return rules.failed(error, source: source).text
  }

  @Test(arguments: [
    (LoadTrace.Source.disk, CachePolicy.standard, "discard, then wait for bytes, reload"),
    (.disk, .cacheOnly, "discard, then fail: \(spoiled)"),
    (.network, .standard, "discard, then fail: \(spoiled)"),
    (.local, .standard, "fail: \(spoiled)"),
  ])
  func `bytes that are no picture leave the disk, and the server is asked for others once`(
    origin: LoadTrace.Source, policy: CachePolicy, step: String
  ) throws {
    #expect(try failed(Self.spoiled, origin, policy) == step)
  }

  @Test func `without a disk cache nothing is discarded`() throws {
    #expect(try failed(Self.spoiled, .network, hasDataCache: false) == "fail: \(Self.spoiled)")
    #expect(rules.failed(Self.spoiled, source: nil).text == "fail: \(Self.spoiled)")
  }

  @Test(arguments: [
    ImageError.decoding(.notIsolated(format: "AVIF")), .cancelled,
    .decoding(.packageMissing(format: "SVG", package: "librsvg2-bin")),
    .decoding(.tooLarge(PixelSize(width: 9, height: 9), DecodeLimits())),
  ])
  func `a body that another decoder may show stays on the disk`(error: ImageError) throws {
    #expect(try failed(error, .disk) == "fail: \(error)")
  }
}
