import DiskCache
import FoundationEssentials
import ImageDecoding
import Raster
import Testing

@testable import ImageLoading

/// A host over a slow link, of whose pictures of 100 KB the first 4 KB show a tile all.
struct BeginningTranscript {
  static let whole = 100_000
  static let needed = 4_000
  static let dot = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: 1)

  var graph: GraphTranscript
  private let fields: [String: String]

  /// Brings three pictures whole, at a second each.
  init(
    need: WorkDone.Need = .beginning(bytes: needed), onDisk: Bool = false,
    seconds: Double = 1, fields: [String: String] = ["ETag": "\"v1\"", "Accept-Ranges": "bytes"]
  ) throws {
    self.fields = fields
    graph = GraphTranscript { setup in
      setup.makesStandIns = true
      setup.hasDataCache = onDisk
    }
    _ = graph.after { $0.time.wallSeconds = 1_000 }
    for name in ["x", "y", "z"] {
      let request = try Self.tile(name)
      _ = graph.join(graph.task(request))
      if onDisk { _ = graph.lookedUp(request.url) }
      _ = graph.pass(.milliseconds(100))
      _ = graph.fetch(request.url, head(200, Self.whole))
      _ = graph.pass(.seconds(seconds))
      _ = graph.fetch(request.url, .data(Data(count: Self.whole)), .finished)
      _ = graph.worked(request, need: need)
    }
  }

  static func tile(_ name: String) throws -> ImageRequest {
    var request = try request(name)
    request.thumbnails = .ifSufficient
    return request
  }

  func head(_ status: Int, _ bytes: Int?, _ range: String? = nil) -> DataEvent {
    var fields = fields
    fields["Content-Range"] = range
    return .response(
      ResponseHead(status: status, expectedBytes: bytes, fields: HeaderFields(fields)))
  }

  mutating func join(_ request: ImageRequest) -> [String] { graph.join(graph.task(request)) }

  /// The server sends the bytes of a range, out of 100 KB.
  mutating func part(_ url: URL, _ range: ClosedRange<Int>) -> [String] {
    graph.fetch(
      url, head(206, range.count, "bytes \(range.lowerBound)-\(range.upperBound)/\(Self.whole)"),
      .data(Data(count: range.count)), .finished)
  }

  mutating func shows(_ request: ImageRequest) -> [String] {
    graph.examined(request, .shows(Self.dot, bytes: Self.needed))
  }
}
