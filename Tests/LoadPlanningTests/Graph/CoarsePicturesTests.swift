import DecodingTestSupport
import FoundationEssentials
import ImageDecoding
import ImageRequests
import LoadingTestSupport
import Raster
import Testing

@testable import LoadPlanning

/// The decisions about coarse pictures, without a graph around them.
@Suite struct CoarsePicturesTests {
  private let coarse = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 7)

  @Test(
    arguments: [
      (ImagePriority.normal, PreviewPolicy.standard, false, ["look"]),
      (.normal, .standard, true, ["look in a hurry"]),
      (.normal, .eager, false, ["look in a hurry"]),
      (.normal, .none, true, []),
      (.low, .eager, true, []),
    ] as [(ImagePriority, PreviewPolicy, Bool, [String])])
  func `a caller that shows the picture and wants one has it looked for`(
    priority: ImagePriority, policy: PreviewPolicy, isHurried: Bool, jobs: [String]
  ) throws {
    var chain = try Chain(priority, policy)
    chain.decode()
    #expect(chain.find(isHurried: isHurried) == jobs)
  }

  @Test func `a picture is looked into once`() throws {
    var chain = try Chain()
    chain.decode()
    #expect(chain.find() == ["look"])
    #expect(chain.find() == [])
    #expect(chain.stoodIn(nil) == [])
    #expect(chain.find() == [])
  }

  @Test func `the whole is another chance for a stand-in`() throws {
    var chain = try Chain()
    #expect(try chain.arrived().first == "look in a hurry")
    #expect(chain.stoodIn(nil) == [])
    chain.decode()
    #expect(chain.find() == ["look"])
    #expect(chain.stoodIn(ImagePreview(coarse)) == ["show 1x1"])
    #expect(chain.shown == 1)
  }

  @Test func `a job that is not the latest means nothing`() throws {
    var chain = try Chain()
    _ = try chain.arrived()
    let late = chain.standIn
    _ = chain.stoodIn(nil)
    chain.decode()
    _ = chain.find()
    chain.standIn = late
    #expect(chain.stoodIn(ImagePreview(coarse)) == [])
    #expect(chain.shown == 0)
  }

  @Test func `a preview is made of a transfer, and the next once it has ended`() throws {
    var chain = try Chain(makesStandIns: false)
    #expect(try chain.arrived() == ["preview"])
    #expect(try chain.arrived(60_000, after: .seconds(1)) == [])
    #expect(chain.previewed(coarse) == ["show 1x1"])
    #expect(try chain.arrived(60_000, after: .seconds(1)) == ["preview"])
    #expect(chain.previewed(nil) == [])
    #expect(chain.shown == 1)
  }

  @Test(
    arguments: [
      (PixelSize(width: 1, height: 1), []), (PixelSize(width: 8, height: 8), ["preview"]),
    ] as [(PixelSize, [String])])
  func `a stand-in that shows as much as the picture stops previews`(
    size: PixelSize, jobs: [String]
  ) throws {
    var chain = try Chain()
    #expect(try chain.arrived() == ["look in a hurry", "preview"])
    _ = chain.previewed(nil)
    #expect(chain.stoodIn(ImagePreview(coarse, of: size)) == ["show 1x1"])
    #expect(try chain.arrived(60_000, after: .seconds(1)) == jobs)
  }

  @Test func `a load that ends takes its job along`() throws {
    var chain = try Chain()
    _ = try chain.arrived()
    #expect(chain.forget() == ["cancel", "cancel"])
    #expect(chain.forget() == [])
    #expect(chain.stoodIn(ImagePreview(coarse)) == [])
    #expect(chain.previewed(coarse) == [])
    #expect(chain.isEmpty)
  }

  @Test func `a graph without loads keeps nothing`() throws {
    let a = try request("a")
    var transcript = GraphTranscript { $0.makesStandIns = true }
    let task = transcript.task(a, listens: true)
    _ = transcript.join(task)
    let start: Data = try Fixture("progressive.jpg").bytes + Data(count: 20_000)
    let head = ResponseHead(status: 200, expectedBytes: 200_000)
    #expect(transcript.fetch(a.url, .response(head), .data(start)).count == 3)
    #expect(!transcript.graph.work.coarse.isEmpty)
    _ = transcript.leave(task)
    #expect(transcript.graph.work.coarse.isEmpty)
  }
}

/// A picture that is made of a transfer's bytes, one task that waits for it, and its coarse pictures.
private struct Chain {
  private var loads = LoadTable()
  private var pictures: CoarsePictures
  private let request: ImageRequest
  private let picture: LoadID
  private let bytes: LoadID
  private let transfer: LoadID
  private var now = Duration.zero
  /// The latest jobs.
  var standIn: LoadID?
  private var preview: LoadID?

  init(
    _ priority: ImagePriority = .normal, _ policy: PreviewPolicy = .standard,
    makesStandIns: Bool = true
  ) throws {
    var request = try LoadingTestSupport.request("a", priority)
    request.previews = policy
    self.request = request
    pictures = CoarsePictures(makesStandIns: makesStandIns)
    let task = GraphTask(request, .picture, listens: true)
    let urgency = Urgency(priority)
    picture = loads.add(.picture(request), for: .task(task.claim.id), urgency, at: .zero)
    loads.link(.task(task.claim), to: picture)
    let key = BytesKey(
      address: request.address, cachePolicy: .standard, limits: ImageLimits())
    bytes = loads.add(.bytes(key), for: .load(picture), urgency, at: .zero)
    transfer = loads.add(
      .transfer(DataRequest(url: request.url)), for: .load(bytes), urgency, at: .zero)
    let (bytes, transfer) = (bytes, transfer)
    loads.change(picture) { $0.source = bytes }
    loads.change(bytes) { $0.source = transfer }
    loads.change(transfer) { $0.stage = .transferring }
  }

  var shown: Int { pictures.shownCount }
  var isEmpty: Bool { pictures.isEmpty }

  /// The whole is here, and a worker has it.
  mutating func decode() {
    loads.change(bytes) { $0.stage = .done(.bytes(Data([1]))) }
    loads.change(picture) { $0.stage = .working }
  }

  mutating func find(isHurried: Bool = false) -> [String] {
    describe(pictures.find(for: picture, isHurried: isHurried, &loads))
  }

  mutating func stoodIn(_ preview: ImagePreview?) -> [String] {
    guard let standIn else { return ["no stand-in"] }
    return describe(pictures.stoodIn(picture, standIn, preview, loads))
  }

  /// The beginning of a progressive JPEG of 200,000 bytes, and so many more, are here.
  mutating func arrived(_ more: Int = 20_000, after time: Duration = .zero) throws -> [String] {
    now += time
    var download = Download()
    try download.accept(ResponseHead(status: 200, expectedBytes: 200_000))
    download.append(try Fixture("progressive.jpg").bytes + Data(count: more))
    return describe(pictures.show(download, of: transfer, &loads, at: now))
  }

  mutating func previewed(_ image: PixelImage?) -> [String] {
    guard let preview else { return ["no preview"] }
    let result = image.map { ImagePreview($0) }
    return describe(pictures.previewed(transfer, preview, request, result, loads))
  }

  /// The picture and the transfer end.
  mutating func forget() -> [String] {
    let orders = [picture, transfer].compactMap { id in
      loads[id].flatMap { pictures.forget($0) }
    }
    return describe(orders.map { .job($0) })
  }

  private mutating func describe(_ actions: [LoadAction]) -> [String] {
    actions.map { action in
      switch action {
      case .job(.standIn(let work, let job, _, _)):
        standIn = job
        return "look\(work.isHurried ? " in a hurry" : "")"
      case .job(.preview(_, let job, _, _, _)):
        preview = job
        return "preview"
      case .job(.cancel): return "cancel"
      case .report(.update(_, .preview(let preview))): return "show \(preview.image.size)"
      default: return "\(action)"
      }
    }
  }
}
