import FoundationEssentials

@testable import ImageLoading

/// Drives a graph of loads, and writes down what it wants done, a line each.
struct GraphTranscript {
  private(set) var graph: LoadGraph
  private var names: [LoadID: String] = [:]
  private var fetches: [URL: LoadID] = [:]
  private var decodes: [ImageRequest: LoadID] = [:]
  /// The tasks need somebody to tell; here nobody listens.
  private let coordinator = LoadCoordinator(ImagePipeline.Configuration())

  init(total: Int = 4, perHost: Int = 4) {
    graph = LoadGraph(limits: .init(total: total, perHost: perHost))
  }

  func task(_ request: ImageRequest) -> ImageTask {
    ImageTask(request: request, coordinator: coordinator) { _ in }
  }

  /// Tells the graph what happened, as one batch, and takes what it wants done.
  mutating func after(_ events: (inout LoadGraph) throws -> Void) rethrows -> [String] {
    try events(&graph)
    return graph.takeActions().map { describe($0) }
  }

  mutating func join(_ task: ImageTask) -> [String] { after { $0.join(task) } }

  mutating func leave(_ task: ImageTask) -> [String] { after { $0.leave(task) } }

  /// The last fetch of this URL ends.
  mutating func fetched(
    _ url: URL, _ result: Result<Data, ImageError> = .success(Data([1, 2]))
  ) -> [String] {
    let id = fetches[url] ?? 0
    return after { $0.fetched(url, id, result) }
  }

  /// The last decode for this request ends.
  mutating func decoded(_ request: ImageRequest) -> [String] {
    let id = decodes[request] ?? 0
    let image = PixelImage(size: request.targetSize, filledWith: 1)
    return after { $0.decoded(request, id, .success(image), bytesRead: 0) }
  }

  private mutating func describe(_ action: LoadAction) -> String {
    switch action {
    case .fetch(let url, let id):
      fetches[url] = id
      names[id] = url.lastPathComponent
      return "fetch \(url.lastPathComponent)"
    case .cancelFetch(let id):
      return "cancel fetch \(names[id] ?? "?")"
    case .decode(let request, let id, let bytes, let priority):
      decodes[request] = id
      names[id] = "\(request.url.lastPathComponent) at \(request.targetSize)"
      return "decode \(names[id] ?? "") \(priority)\(bytes == nil ? " locally" : "")"
    case .prioritizeDecode(let id, let priority):
      return "decode \(names[id] ?? "?") at \(priority)"
    case .cancelDecode(let id):
      return "cancel decode \(names[id] ?? "?")"
    case .deliver(let task, .success):
      return "deliver \(task.request.url.lastPathComponent) at \(task.request.targetSize)"
    case .deliver(let task, .failure(let error)):
      return "deliver \(task.request.url.lastPathComponent): \(error)"
    }
  }
}
